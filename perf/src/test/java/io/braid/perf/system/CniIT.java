package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Netns;
import io.braid.perf.system.CniPlugin.Call;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The CNI plugin against a running dataplane, as {@code cnitool} and container runtimes call it. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class CniIT {
    private static final String DEVICE = "eth0";
    /** As containerd and CRI-O make them: one character longer than a task's name may be. */
    private static final String CONTAINER = "0123456789abcdef".repeat(4);

    private static final int TRY_AGAIN = 11;
    private static final int CONFLICT = 100;
    private static final int REFUSED = 101;
    private static final int NOT_AS_EXPECTED = 103;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @SuppressWarnings("NullAway.Init") // likewise
    private static CniPlugin plugin;

    @SuppressWarnings("NullAway.Init") // likewise
    private static Path sockets;

    @BeforeAll
    static void start() throws InterruptedException {
        LabPlan plan = Rig.plan(2, 3);
        // Tasks are called after containers' ids, and a socket's path may have 107 bytes: the lab's directory is too
        // deep.
        sockets = Path.of(System.getProperty("java.io.tmpdir"), plan.tag());
        rig = Rig.start(plan, yaml -> yaml.replaceAll("sockets: \"[^\"]*\"", "sockets: \"" + sockets + "\""));
        plugin = new CniPlugin(rig.braid().socket(), "train");
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
        Lab.delete(sockets);
    }

    @AfterEach
    void leavesNothing() throws InterruptedException {
        var left = tasks();
        left.forEach(task -> rig.braid().client().detach(task));
        assertEquals(List.of(), left);
        for (int task = 1; task <= 3; task++) {
            assertEquals(List.of("lo"), Rig.interfaces(rig.plan().task(task)));
        }
    }

    private static List<String> tasks() {
        return rig.status().tasks().stream().map(StatusReport.Task::task).toList();
    }

    private static List<String> ips(int task) {
        return List.of(rig.plan().taskAddress(task, Family.V4), rig.plan().taskAddress(task, Family.V6));
    }

    private static Map<String, String> environment(String command, int task) {
        return CniPlugin.environment(
                command, CONTAINER + task, rig.plan().task(task).path(), DEVICE);
    }

    private static Call call(String command, int task, JsonNode config) throws InterruptedException {
        return CniPlugin.run(environment(command, task), config);
    }

    private static ObjectNode config(int task) {
        return plugin.config(CniPlugin.VERSION, ips(task));
    }

    private static ObjectNode add(int task, ObjectNode config) throws InterruptedException {
        JsonNode result = call("ADD", task, config).assertSuccess();
        CniResult.check(
                result,
                config.path("cniVersion").asText(),
                rig.plan().task(task).path());
        config.set("prevResult", result);
        return config;
    }

    private static void del(int task) throws InterruptedException {
        call("DEL", task, config(task)).assertSilent();
    }

    @Test
    void theSequenceOfARuntime() throws InterruptedException {
        JsonNode versions = CniPlugin.run(Map.of("CNI_COMMAND", "VERSION"), "{\"cniVersion\":\"1.1.0\"}")
                .assertSuccess();
        assertEquals(
                CniPlugin.parse(
                        "{\"cniVersion\":\"1.1.0\",\"supportedVersions\":[\"0.3.1\",\"0.4.0\",\"1.0.0\",\"1.1.0\"]}"),
                versions);
        CniPlugin.run(Map.of("CNI_COMMAND", "STATUS"), plugin.config(CniPlugin.VERSION))
                .assertSilent();

        ObjectNode config = config(1);
        config.putObject("dns").putArray("nameservers").add("192.0.2.53");
        add(1, config);
        JsonNode result = config.path("prevResult");
        assertEquals(DEVICE, result.path("interfaces").path(0).path("name").asText());
        assertEquals(1500, result.path("interfaces").path(0).path("mtu").asInt());
        assertEquals(
                ips(1).get(0) + "/32",
                result.path("ips").path(0).path("address").asText());
        assertEquals(
                ips(1).get(1) + "/128",
                result.path("ips").path(1).path("address").asText());
        assertEquals(
                CniPlugin.parse(
                        "[{\"dst\":\"0.0.0.0/0\",\"gw\":\"169.254.1.1\"},{\"dst\":\"::/0\",\"gw\":\"fe80::1\"}]"),
                result.path("routes"));
        assertEquals(config.path("dns"), result.path("dns"));
        StatusReport.Task task = rig.status().tasks().getFirst();
        assertEquals("cni:train:" + CONTAINER + "1:" + DEVICE, task.label());
        assertEquals(DEVICE, task.device());
        assertTrue(task.task().startsWith(CONTAINER.substring(0, 52) + "_"), task.task());

        call("CHECK", 1, config).assertSilent();
        rig.assertReachesStorage(1);
        call("ADD", 1, config(1)).assertError(CONFLICT);
        call("CHECK", 1, config).assertSilent();

        call("DEL", 1, config).assertSilent();
        assertEquals(List.of("lo"), Rig.interfaces(rig.plan().task(1)));
        call("DEL", 1, config).assertSilent();
        call("CHECK", 1, config).assertError(3);

        add(1, config(1));
        rig.assertReachesStorage(1);
        del(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.3.1", "0.4.0", "1.0.0", "1.1.0"})
    void everyVersion(String version) throws InterruptedException {
        ObjectNode config = add(1, plugin.config(version, ips(1)));
        if (version.equals("0.3.1")) {
            call("CHECK", 1, config).assertError(1);
        } else {
            call("CHECK", 1, config).assertSilent();
        }
        call("DEL", 1, config).assertSilent();
    }

    @Test
    void aDeviceForEachNic() throws InterruptedException {
        ObjectNode config = add(1, config(1).put("nics", true).put("mtu", 1400));
        JsonNode result = config.path("prevResult");
        assertEquals(
                List.of("eth0", "lo", "nic0", "nic1"),
                Rig.interfaces(rig.plan().task(1)).stream().sorted().toList());
        assertEquals(3, result.path("interfaces").size());
        assertEquals(2, CniResult.addresses(result, DEVICE).size());
        for (String nic : List.of("nic0", "nic1")) {
            assertEquals(2, CniResult.addresses(result, nic).size(), result.toString());
        }
        call("CHECK", 1, config).assertSilent();
        rig.assertReachesStorage(1);
        call("DEL", 1, config).assertSilent();
    }

    @Test
    void whatAnEarlierPluginMadeIsPassedOn() throws InterruptedException {
        String netns = rig.plan().task(1).path();
        ObjectNode config = config(1);
        config.set(
                "prevResult",
                CniPlugin.parse("{\"cniVersion\":\"1.1.0\",\"interfaces\":[{\"name\":\"dummy0\",\"sandbox\":\"" + netns
                        + "\",\"mtu\":1500}],\"ips\":[{\"interface\":0,\"address\":\"192.0.2.77/32\",\"gateway\":\"192.0.2.1\"}],"
                        + "\"dns\":{\"domain\":\"lab\"}}"));
        JsonNode result = add(1, config).path("prevResult");
        assertEquals(List.of("192.0.2.77/32"), CniResult.addresses(result, "dummy0"));
        assertEquals(ips(1).get(0) + "/32", CniResult.addresses(result, DEVICE).getFirst());
        assertEquals("lab", result.path("dns").path("domain").asText());
        call("CHECK", 1, config).assertSilent();
        del(1);
    }

    @Test
    void checkSeesWhatIsWrong() throws InterruptedException {
        ObjectNode config = add(1, config(1));
        Netns inside = rig.plan().task(1);

        inside.ip("route del default");
        assertTrue(call("CHECK", 1, config).assertError(NOT_AS_EXPECTED).contains("169.254.1.1"));
        inside.ip("route add default via 169.254.1.1 dev eth0 onlink", "route del default via fe80::1 dev eth0");
        assertTrue(call("CHECK", 1, config).assertError(NOT_AS_EXPECTED).contains("fe80::1"));
        inside.ip("route add default via fe80::1 dev eth0 onlink", "addr del " + ips(1).get(1) + "/128 dev eth0");
        assertTrue(call("CHECK", 1, config).assertError(NOT_AS_EXPECTED).contains(ips(1).get(1)));
        inside.ip("addr add " + ips(1).get(1) + "/128 dev eth0 nodad", "link set dev eth0 mtu 1400");
        assertTrue(call("CHECK", 1, config).assertError(NOT_AS_EXPECTED).contains("MTU"));
        inside.ip("link set dev eth0 mtu 1500");
        call("CHECK", 1, config).assertSilent();

        ObjectNode other = config.deepCopy();
        other.set(
                "prevResult",
                CniPlugin.parse(config.path("prevResult").toString().replace(ips(1).get(0), ips(2).get(0))));
        assertTrue(call("CHECK", 1, other).assertError(NOT_AS_EXPECTED).contains(ips(2).get(0)));
        other.putObject("prevResult");
        call("CHECK", 1, other).assertError(NOT_AS_EXPECTED);

        inside.ip("link set dev eth0 down");
        assertTrue(call("CHECK", 1, config).assertError(NOT_AS_EXPECTED).contains("to be up"));
        del(1);
    }

    @Test
    void garbageIsWhatIsNotValidAndOfThisNetwork() throws InterruptedException {
        add(1, config(1));
        add(2, config(2));
        // By hand, with a label that is no attachment of this network.
        rig.braid()
                .client()
                .attach(new AttachRequest(
                        "by-hand",
                        ips(3),
                        "tap",
                        rig.plan().task(3).path(),
                        false,
                        null,
                        null,
                        DEVICE,
                        "cni:trains:" + CONTAINER + ":" + DEVICE));
        String kept = "{\"containerID\":\"" + CONTAINER + "1\",\"ifname\":\"" + DEVICE + "\"}";
        gc("[" + kept + ",{\"containerID\":\"" + CONTAINER + "2\",\"ifname\":\"net1\"}]");
        assertEquals(2, tasks().size(), tasks().toString());
        assertTrue(tasks().contains("by-hand"), tasks().toString());
        rig.assertReachesStorage(1);
        gc("[" + kept + "]");
        assertEquals(2, tasks().size());
        gc("[]");
        assertEquals(List.of("by-hand"), tasks());
        rig.braid().client().detach("by-hand");
    }

    private static void gc(String valid) throws InterruptedException {
        ObjectNode config = plugin.config(CniPlugin.VERSION);
        config.set("cni.dev/valid-attachments", CniPlugin.parse(valid));
        CniPlugin.run(Map.of("CNI_COMMAND", "GC", "CNI_PATH", "/opt/cni/bin"), config)
                .assertSilent();
    }

    @Test
    void whatBraidRefusesLeavesNothing() throws InterruptedException {
        String outside = call("ADD", 1, plugin.config(CniPlugin.VERSION, List.of("192.0.2.200")))
                .assertError(REFUSED);
        assertTrue(outside.contains("none of this host's task prefixes"), outside);
        call("ADD", 1, plugin.config(CniPlugin.VERSION, List.of("127.0.0.1"))).assertError(7);
        call("ADD", 1, plugin.config(CniPlugin.VERSION, List.of("10.100.0.1", "10.100.0.1")))
                .assertError(7);
        call("ADD", 1, config(1).put("mtu", 9000)).assertError(7);
        call("ADD", 1, config(1).put("grant", "a.b.c")).assertError(REFUSED);

        var environment = environment("ADD", 1);
        environment.put("CNI_NETNS", "/run/netns/nowhere");
        CniPlugin.run(environment, config(1)).assertError(3);
        environment.put("CNI_NETNS", "/etc/passwd");
        CniPlugin.run(environment, config(1)).assertError(3);
        environment.put("CNI_NETNS", "/proc/" + rig.braid().pid() + "/ns/net");
        CniPlugin.run(environment, config(1)).assertError(REFUSED);
        environment = environment("ADD", 1);
        for (String device : List.of("lo", "nic0", "all")) {
            environment.put("CNI_IFNAME", device);
            CniPlugin.run(environment, config(1)).assertError(7);
        }
        rig.plan().task(1).ip("link add eth0 type veth peer name other");
        call("ADD", 1, config(1)).assertError(CONFLICT);
        rig.plan().task(1).ip("link del eth0");

        add(2, config(2));
        String taken = call("ADD", 1, config(2)).assertError(CONFLICT);
        assertTrue(taken.contains(ips(2).get(0)), taken);
        del(1);
        assertEquals(1, tasks().size(), "DEL of what failed leaves the other");
        del(2);
    }

    @Test
    void aContainerThatVanishedCanBeDeleted() throws InterruptedException {
        add(3, config(3));
        Command.run(List.of("ip", "netns", "delete", rig.plan().task(3).name()));
        try {
            ObjectNode config = config(3);
            call("CHECK", 3, config.set("prevResult", CniPlugin.parse("{}"))).assertError(3);
            var environment = environment("DEL", 3);
            environment.remove("CNI_NETNS");
            CniPlugin.run(environment, config).assertSilent();
            assertEquals(List.of(), tasks());
        } finally {
            Command.run(List.of("ip", "netns", "add", rig.plan().task(3).name()));
        }
    }

    @Test
    void aTakeoverKeepsDeviceAndLabel() throws InterruptedException {
        ObjectNode config = add(1, config(1));
        rig.braid().takeOver();
        ObjectNode after = config.deepCopy();
        call("CHECK", 1, after).assertSilent();
        rig.assertReachesStorage(1);
        call("DEL", 1, config).assertSilent();
    }

    @Test
    void withoutBraid() throws InterruptedException {
        ObjectNode config = add(1, config(1));
        rig.braid().kill();
        CniPlugin.run(Map.of("CNI_COMMAND", "STATUS"), plugin.config(CniPlugin.VERSION))
                .assertError(50);
        call("ADD", 2, config(2)).assertError(TRY_AGAIN);
        call("CHECK", 1, config).assertError(TRY_AGAIN);
        call("DEL", 1, config).assertError(TRY_AGAIN);
        var environment = environment("DEL", 1);
        environment.put("CNI_NETNS", "");
        CniPlugin.run(environment, config).assertError(TRY_AGAIN);
        environment.put("CNI_NETNS", "/run/netns/nowhere");
        CniPlugin.run(environment, config).assertSilent();
        ObjectNode gc = plugin.config(CniPlugin.VERSION);
        gc.putArray("cni.dev/valid-attachments");
        CniPlugin.run(Map.of("CNI_COMMAND", "GC"), gc).assertError(TRY_AGAIN);

        rig.braid().start();
        call("DEL", 1, config).assertSilent();
        assertEquals(List.of(), tasks());
        add(2, config(2));
        rig.assertReachesStorage(2);
        del(2);
    }

    @Test
    void withoutAnUplinkTheNetworkIsLimited() throws InterruptedException {
        rig.lab().rackSwitch().linkDown(0);
        rig.lab().rackSwitch().linkDown(1);
        try {
            rig.braid().awaitUplinks(Duration.ofSeconds(20));
            CniPlugin.run(Map.of("CNI_COMMAND", "STATUS"), plugin.config(CniPlugin.VERSION))
                    .assertError(51);
        } finally {
            rig.lab().rackSwitch().linkUp(0);
            rig.lab().rackSwitch().linkUp(1);
        }
        rig.braid().awaitUplinks(Duration.ofSeconds(20));
        CniPlugin.run(Map.of("CNI_COMMAND", "STATUS"), plugin.config(CniPlugin.VERSION))
                .assertSilent();
    }

    @Test
    void severalAtOnce() throws Exception {
        var threads = new ArrayList<Thread>();
        var failures = new ConcurrentLinkedQueue<Throwable>();
        for (int task = 1; task <= 3; task++) {
            int number = task;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    call("CHECK", number, add(number, config(number))).assertSilent();
                    del(number);
                } catch (InterruptedException | RuntimeException | AssertionError e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertFalse(failures.stream().findFirst().isPresent(), failures.toString());
    }
}
