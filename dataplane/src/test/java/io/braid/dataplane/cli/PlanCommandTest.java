package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
    /** Eight NICs and eight GPUs on two nodes. */
    private static final Path NDV5 = Path.of("../numa-scheduler/src/test/resources/io/braid/numa/hosts/ndv5.host");

    private final Path directory;

    PlanCommandTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private static Invocation run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.run(arguments, new PrintWriter(out), new PrintWriter(err));
        return new Invocation(code, out.toString(), err.toString());
    }

    private String config(String devices, String more) throws IOException {
        var uplinks = new StringBuilder();
        int i = 0;
        for (String device : devices.split(" ", -1)) {
            uplinks.append("  - {name: nic%d, device: \"%s\", addresses: [10.0.%d.1/24], gateways: [10.0.%d.254]}\n"
                    .formatted(i, device, i, i));
            i++;
        }
        return Files.writeString(directory.resolve("host.yaml"), "uplinks:\n" + uplinks + more)
                .toString();
    }

    private static JsonNode json(Invocation invocation) throws JsonProcessingException {
        return new ObjectMapper().readTree(invocation.out());
    }

    private static List<Integer> ints(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asInt)
                .toList();
    }

    @Test
    void aRecordedHostIsPlannedForPeople() throws IOException {
        String file =
                config("pci:0101:00:00.0 pci:0105:00:00.0", "tasks: {prefixes: [10.100.0.0/16], cpus: [\"8-47\"]}");
        Invocation plan = run("plan", "-c", file, "--sysfs", NDV5.toString());
        assertEquals(ExitCode.DONE, plan.exitCode(), plan.err());
        assertEquals("""
                numa: prefer; CPUs 0,2-7,49-95 left to the system

                WORKER    CPU  NODE  UPLINK QUEUES  TASK QUEUES
                worker-0    1     0              1            0
                worker-1   48     1              1            0

                PORT  NODE  QUEUE  POLLED BY  CPU  ON NODE  GETS
                nic0     0      0  worker-0     1        0  flows by hash
                nic1     1      0  worker-1    48        1  flows by hash
                """, plan.out().substring(0, plan.out().indexOf("\nMEMORY")));
        for (String line : List.of(
                "  queue 0 of nic1 is polled by worker-1 on CPU 48 (node 1): the NIC's own node\n",
                "  nic0 is on node 0: the device says so; next to GPU 0001:00:00.0\n",
                "  tasks are pinned to CPUs 8-47: no worker is put there\n",
                "\nWARNINGS\n  node 0 has 0 MiB of free hugepages for 256 MiB of packet buffers;")) {
            assertTrue(plan.out().contains(line), line + " in\n" + plan.out());
        }
    }

    @Test
    void jsonHoldsAll() throws IOException {
        String file = config(
                "pci:0101:00:00.0 pci:0102:00:00.0 pci:0108:00:00.0",
                "dpdk: {hugepages: off}\ntasks: {prefixes: [10.100.0.0/16]}");
        Invocation invocation = run("plan", "-c", file, "--sysfs", NDV5.toString(), "--json", "--queues", "4");
        assertEquals(ExitCode.DONE, invocation.exitCode(), invocation.err());
        JsonNode plan = json(invocation);
        assertTrue(plan.get("ok").asBoolean());
        assertEquals("prefer", plan.get("numa").asText());
        assertEquals(2, plan.get("host").get("nodes").size());
        assertEquals("0-95", plan.get("host").get("online").asText());
        assertEquals(8, plan.get("host").get("nics").size());
        assertEquals("0001:00:00.0", plan.at("/host/nics/0/gpus/0").asText());
        assertEquals(3, plan.get("workers").size());
        assertEquals(48, plan.at("/workers/2/cpu").asInt());
        assertEquals(List.of(0, 1), ints(plan.at("/uplinks/0/rxQueues")));
        assertEquals(List.of(1, 2, 0), ints(plan.at("/uplinks/2/txQueues")));
        assertEquals(2, plan.at("/uplinks/1/spread").asInt());
        assertEquals("own", plan.at("/uplinks/2/source").asText());
        assertEquals(1, plan.at("/uplinks/2/pollNode").asInt());
        assertEquals(0, plan.get("tasks").size());
        assertEquals("mempool", plan.at("/memory/0/kind").asText());
        assertEquals(0, plan.get("warnings").size(), plan.get("warnings")::toString);
        assertTrue(plan.get("explanation").size() > 10);
    }

    @Test
    void virtualDevicesHaveTheQueuesOfTheirArguments() throws IOException {
        String file = config(
                "vdev:net_af_packet0,iface=a,qpairs=2 vdev:net_null0 vdev:net_virtio_user0,path=/p,queues=8",
                "workers: {cpus: [1, 2, 3]}\nnuma: off\ntasks: {prefixes: [10.100.0.0/16]}");
        JsonNode plan = json(run("plan", "-c", file, "--sysfs", NDV5.toString(), "--json"));
        assertEquals(List.of(0, 1), ints(plan.at("/uplinks/0/rxQueues")));
        assertEquals(List.of(2), ints(plan.at("/uplinks/1/rxQueues")));
        assertEquals(List.of(0, 1, 2), ints(plan.at("/uplinks/2/rxQueues")));
        assertEquals(List.of(-1, -1, 0), ints(plan.at("/uplinks/1/txQueues")));
        assertEquals(1, plan.get("host").get("nodes").size());
    }

    @Test
    void anInterfaceBelongsToTheNodeOfItsNic() throws IOException {
        Path host = Files.writeString(directory.resolve("x.host"), """
                sys/devices/system/cpu/online = 0-7
                sys/devices/system/node/node0/cpulist = 0-3
                sys/devices/system/node/node1/cpulist = 4-7
                sys/bus/pci/devices/0000:01:00.0/class = 0x020000
                sys/bus/pci/devices/0000:01:00.0/numa_node = 1
                sys/bus/pci/devices/0000:01:00.0/net/eth7/mtu = 1500
                """);
        String file = config("vdev:net_af_packet0,iface=eth7", "tasks: {prefixes: [10.100.0.0/16]}");
        JsonNode plan = json(run("plan", "-c", file, "--sysfs", host.toString(), "--json"));
        assertEquals(1, plan.at("/uplinks/0/node").asInt());
        assertEquals("request", plan.at("/uplinks/0/source").asText());
        assertEquals(4, plan.at("/workers/0/cpu").asInt());
    }

    @Test
    void thisHostIsPlanned() throws IOException {
        String file = config("vdev:net_null0", "tasks: {prefixes: [10.100.0.0/16]}");
        Invocation plan = run("plan", "-c", file);
        assertEquals(ExitCode.DONE, plan.exitCode(), plan.err());
        assertTrue(plan.out().contains("queue 0 of nic0 is polled by worker-0 on CPU "), plan.out());
    }

    @Test
    void withoutAConfigurationEveryNicIsAnUplink() throws IOException {
        JsonNode plan = json(run("plan", "--sysfs", NDV5.toString(), "--json"));
        assertTrue(plan.get("ok").asBoolean(), plan.toString());
        assertTrue(plan.get("uplinks").size() >= 8, "eight InfiniBand NICs: " + plan.get("uplinks"));
        for (JsonNode uplink : plan.get("uplinks")) {
            assertTrue(
                    uplink.get("name").asText().matches("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]"),
                    uplink.toString());
        }
        assertEquals(ExitCode.DONE, run("plan", "--sysfs", NDV5.toString()).exitCode());
    }

    @Test
    void whatTheHostCannotDoFails() throws IOException {
        String file = config("vdev:net_null0", "workers: {cpus: [5, 96, 100]}\ntasks: {prefixes: [10.100.0.0/16]}");
        Invocation plan = run("plan", "-c", file, "--sysfs", NDV5.toString());
        assertEquals(ExitCode.FAILED, plan.exitCode());
        assertEquals(
                "braid plan: workers.cpus: CPU 96 does not exist; there are 0-95; CPU 100 does not exist; there are"
                        + " 0-95\n",
                plan.err());
        Invocation json = run("plan", "-c", file, "--sysfs", NDV5.toString(), "--json");
        assertEquals(ExitCode.FAILED, json.exitCode());
        assertFalse(json(json).get("ok").asBoolean());
        assertEquals(
                "CPU 96 does not exist; there are 0-95",
                json(json).at("/errors/0/message").asText());
        assertEquals(
                ExitCode.FAILED,
                run("plan", "-c", file, "--sysfs", "/no/such/place").exitCode());
    }

    @Test
    void wrongUsageAndConfigAreTold() throws IOException {
        String file = config("vdev:net_null0", "tasks: {prefixes: [10.100.0.0/16], cpus: auto}");
        Invocation bad = run("plan", "-c", file);
        assertEquals(ExitCode.WRONG_USAGE, bad.exitCode());
        assertTrue(bad.err().contains("tasks.cpus: expected a list of CPUs"), bad.err());
        JsonNode json = json(run("plan", "-c", file, "--json"));
        assertEquals("tasks.cpus", json.at("/errors/0/path").asText());
        assertEquals(
                ExitCode.WRONG_USAGE, run("plan", "-c", file, "--queues", "0").exitCode());
        assertEquals(ExitCode.DONE, run("plan", "--help").exitCode());
    }
}
