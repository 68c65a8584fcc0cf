package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.StatusReport;
import io.braid.linux.CpuAffinity;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.lab.UdpStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host as if of two NUMA nodes with one CPU and two uplinks each: a copy of {@code /sys} says so, and the configuration where the uplinks are. Everything else is
 * real. (That memory lies where it should only a machine with two nodes can show; see {@code ./braid lab emulated}.)
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TwoNodesIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int RATE = 4_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path sysfs;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    /** A process of the task, which is where the task's CPUs are looked for. */
    @SuppressWarnings("NullAway.Init")
    private static Process inTask;

    @BeforeAll
    static void start() throws InterruptedException, IOException {
        Assumptions.assumeTrue(CpuAffinity.get().size() >= 2, "two nodes need two CPUs");
        describeHost();
        LabPlan plan = Rig.plan(4, 1);
        rig = Rig.start(plan, yaml -> onNodes(plan, yaml), List.of("--sysfs", sysfs.toString()));
        inTask = rig.lab().start(plan.task(1), "task", List.of("taskset", "-c", "1", "sleep", "600"));
        awaitAffinity();
        rig.braid().attach(1);
        rig.assertReachesStorage(1);
    }

    private static void describeHost() throws IOException {
        file("cpu/online", "0-1");
        file("cpu/present", "0-1");
        file("cpu/possible", "0-1");
        file("node/online", "0-1");
        for (int node = 0; node < 2; node++) {
            file("node/node" + node + "/cpulist", Integer.toString(node));
            file("node/node" + node + "/distance", node == 0 ? "10 21" : "21 10");
            file("node/node" + node + "/meminfo", "Node " + node + " MemTotal: 8000000 kB");
            for (String topology : List.of("core_id", "physical_package_id", "thread_siblings_list")) {
                file("cpu/cpu" + node + "/topology/" + topology, Integer.toString(node));
            }
        }
    }

    private static void file(String name, String content) throws IOException {
        Path file = sysfs.resolve("devices/system").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content + "\n");
    }

    private static String onNodes(LabPlan plan, String yaml) {
        String edited = yaml + "workers: {cpus: [0, 1]}\n";
        for (int i = 0; i < plan.uplinks(); i++) {
            String name = "  - name: " + plan.uplinkName(i) + "\n";
            edited = edited.replace(name, name + "    node: " + i / 2 + "\n");
        }
        return edited;
    }

    /** {@code ip netns exec} and {@code taskset} are the same process before the sleep is. */
    private static void awaitAffinity() throws InterruptedException, IOException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!Files.readString(Path.of("/proc/" + inTask.pid() + "/comm")).startsWith("sleep")) {
            assertTrue(System.nanoTime() < end, "the task's process does not start");
            Thread.sleep(10);
        }
    }

    @AfterAll
    static void end() throws InterruptedException {
        if (inTask != null) {
            inTask.destroy();
            inTask.waitFor();
        }
        Rig.end(rig);
    }

    private static void moveTaskTo(int cpu) throws InterruptedException, IOException {
        var taskset = new ProcessBuilder("taskset", "-cp", Integer.toString(cpu), Long.toString(inTask.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals(0, taskset.waitFor());
        rig.await(
                "the task's port on node " + cpu,
                LIMIT,
                status -> status.tasks().getFirst().worker().equals("worker-" + cpu));
    }

    private static UdpStream out(int port) {
        LabPlan plan = rig.plan();
        return new UdpStream(
                plan.task(1),
                plan.storage(),
                List.of(plan.storageAddress(Family.V4), plan.storageAddress(Family.V6)),
                port,
                RATE);
    }

    /** Packets that each uplink sent during a second and a half of many new flows. */
    private static List<Long> sentByUplink(int port) throws InterruptedException {
        List<Long> before = sent();
        try (UdpStream stream = out(port)) {
            Thread.sleep(1_500);
            stream.stop();
            assertEquals(0, stream.count().lost());
        }
        List<Long> after = sent();
        return IntStream.range(0, 4).mapToObj(i -> after.get(i) - before.get(i)).toList();
    }

    private static List<Long> sent() {
        return rig.status().uplinks().stream()
                .map(uplink -> uplink.tx().packets())
                .toList();
    }

    @Test
    void workersUplinksAndTheTaskAreOnTheirNodes() {
        StatusReport status = rig.status();
        assertEquals(
                List.of(0, 1),
                status.workers().stream().map(StatusReport.Worker::node).toList());
        assertEquals(
                List.of(0, 0, 1, 1),
                status.uplinks().stream().map(StatusReport.Uplink::node).toList());
        assertEquals(
                List.of("worker-0", "worker-0", "worker-1", "worker-1"),
                status.uplinks().stream()
                        .map(uplink -> uplink.queues().getFirst().worker())
                        .toList());
        status.uplinks().forEach(uplink -> assertEquals("software", uplink.steering(), "one queue, no RSS"));
    }

    @Test
    void aTasksNewFlowsLeaveByItsNodesUplinks() throws InterruptedException, IOException {
        moveTaskTo(1);
        List<Long> sent = sentByUplink(7301);
        assertTrue(sent.get(2) > 1_000 && sent.get(3) > 1_000, "both of node 1: " + sent);
        assertTrue(sent.get(0) + sent.get(1) < 100, "and none of node 0: " + sent);
    }

    @Test
    void whenTheNodesUplinksAreDownOthersAreTaken() throws InterruptedException, IOException {
        moveTaskTo(1);
        rig.lab().rackSwitch().linkDown(2);
        rig.lab().rackSwitch().linkDown(3);
        try {
            rig.braid().awaitUplinks(LIMIT);
            List<Long> sent = sentByUplink(7302);
            assertTrue(sent.get(0) > 1_000 && sent.get(1) > 1_000, sent.toString());
            assertEquals(0, sent.get(2) + sent.get(3), sent.toString());
        } finally {
            rig.lab().rackSwitch().linkUp(2);
            rig.lab().rackSwitch().linkUp(3);
        }
        rig.braid().awaitUplinks(LIMIT);
        List<Long> sent = sentByUplink(7303);
        assertTrue(sent.get(0) + sent.get(1) < 100, "new flows are back on node 1: " + sent);
    }

    @Test
    void aTaskThatMovesToAnotherNodeTakesItsPortAlongAndKeepsItsFlowsWhereTheyAre()
            throws InterruptedException, IOException {
        moveTaskTo(1);
        List<Long> before = sent();
        try (UdpStream stream = out(7304)) {
            Thread.sleep(700);
            moveTaskTo(0);
            Thread.sleep(700);
            moveTaskTo(1);
            Thread.sleep(300);
            stream.stop();
            StreamCount count = stream.count();
            assertEquals(0, count.lost(), count.toString());
            assertEquals(0, count.reordered(), count.toString());
        }
        List<Long> after = sent();
        assertTrue(after.get(0) + after.get(1) - before.get(0) - before.get(1) < 100, "flows left by another uplink");
        moveTaskTo(0);
        List<Long> sent = sentByUplink(7305);
        assertTrue(sent.get(2) + sent.get(3) < 100, "new flows leave by node 0's: " + sent);
    }
}
