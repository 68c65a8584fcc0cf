package io.braid.perf.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.perf.report.Check;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the guest's kernel and programs say, and what follows from it. */
class KernelWordsTest {
    /** From a JVM with EAL on the emulated host; addresses shortened. */
    private static final String MAPS = """
            00400000 default file=/opt/jdk/bin/java mapped=2 mapmax=3 N0=2 kernelpagesize_kB=4
            100200000 default file=/anon_hugepage\\040(deleted) huge dirty=20 N0=20 kernelpagesize_kB=2048
            140200000 default file=/anon_hugepage\\040(deleted) huge dirty=3 N1=3 kernelpagesize_kB=2048
            7f0000000000 bind:1 anon=10 dirty=10 N1=10 kernelpagesize_kB=4
            7f0000100000 bind=static:0 anon=5 dirty=5 N0=4 N1=1 kernelpagesize_kB=4
            7f0000200000 bind:0
            7f0000300000 prefer:0 anon=1 dirty=1 N0=1 kernelpagesize_kB=4
            7f0000400000 bind:0-1 anon=1 dirty=1 N0=1 kernelpagesize_kB=4
            """;

    @Test
    void hugepagesAreSummedByNode() {
        assertEquals(Map.of(0, 20L << 21, 1, 3L << 21), NumaMaps.hugeBytes(NumaMaps.parse(MAPS)));
    }

    @Test
    void boundMappingsAreThoseOfOneNodeWithPages() {
        List<NumaMaps.Mapping> mappings = NumaMaps.parse(MAPS);
        assertEquals(7, mappings.size());
        assertEquals(Map.of(0, 5L << 12, 1, 11L << 12), NumaMaps.boundBytes(mappings));
        assertEquals(
                List.of(true, false, true),
                mappings.stream()
                        .filter(mapping -> mapping.boundTo() >= 0)
                        .map(NumaMaps.Mapping::isWhereBound)
                        .toList());
        Check strayed = PlacementChecks.bound(mappings);
        assertFalse(strayed.ok());
        assertTrue(strayed.found().endsWith("elsewhere 20 KiB"), strayed.found());
        assertTrue(PlacementChecks.bound(NumaMaps.parse(MAPS.replace("N0=4 N1=1", "N0=5")))
                .ok());
        assertFalse(PlacementChecks.bound(NumaMaps.parse("00400000 default N0=2 kernelpagesize_kB=4\n"))
                .ok());
    }

    @Test
    void eachNodeMustHavePacketMemory() {
        assertTrue(PlacementChecks.hugepages("320\n320\n300\n310\n").ok());
        Check oneNode = PlacementChecks.hugepages("320\n320\n296\n319\n");
        assertFalse(oneNode.ok());
        assertEquals("node 0: 48 MiB, node 1: 2 MiB", oneNode.found());
    }

    @Test
    void workersArePinnedOnBothNodes() {
        List<ThreadCpus> threads = ThreadCpus.parse("""
                0-5 5000000 java
                1 7000000 worker-0@cpu1
                3 9000000 worker-1@cpu3
                0,2 1 C1 CompilerThre
                """);
        assertEquals(4, threads.size());
        assertEquals("C1 CompilerThre", threads.getLast().name());
        assertEquals(
                List.of(-1, 0, 1, -1), threads.stream().map(ThreadCpus::node).toList());
        assertTrue(PlacementChecks.workers(threads).ok());
        assertFalse(PlacementChecks.workers(threads.subList(0, 2)).ok());
        assertFalse(PlacementChecks.workers(ThreadCpus.parse("1 7 worker-0\n3-4 9 worker-1\n"))
                .ok());
        assertFalse(PlacementChecks.workers(ThreadCpus.parse("1 7 worker-0\n3 9 worker-1\n1 9 worker-2\n"))
                .ok());
    }

    @Test
    void aTableIsObeyedWhenOnlyItsQueuesGetPackets() {
        String good = "all-to-0 9 0 0 0\nall-to-3 0 0 0 8\neven 1 2 3 4\n";
        assertTrue(SteeringCheck.judge(good).ok());
        assertEquals(
                "all-to-0: 9 0 0 0; all-to-3: 0 0 0 8; even: 1 2 3 4",
                SteeringCheck.judge(good).found());
        assertFalse(SteeringCheck.judge(good.replace("0 0 0 8", "8 0 0 0")).ok());
        assertFalse(SteeringCheck.judge(good.replace("0 0 0 8", "1 0 0 8")).ok());
        assertFalse(SteeringCheck.judge(good.replace("9 0", "0 0")).ok());
        assertFalse(SteeringCheck.judge(good.replace("even 1", "even 0")).ok());
        assertFalse(SteeringCheck.judge("all-to-0 9\nall-to-0 9\neven 9\n").ok());
        assertFalse(SteeringCheck.judge("").ok());
    }

    @Test
    void flowsMustTakeTheNicsOfTheNode() {
        List<Nic> local = Machine.nics(1);
        assertTrue(TaskChecks.judge("n", new long[] {5, 3, 300, 340}, local, "local")
                .ok());
        assertFalse(TaskChecks.judge("n", new long[] {160, 160, 160, 160}, local, "local")
                .ok());
        assertFalse(
                TaskChecks.judge("n", new long[] {0, 0, 0, 640}, local, "local").ok(), "one of the two");
        assertFalse(
                TaskChecks.judge("n", new long[] {0, 0, 150, 150}, local, "local")
                        .ok(),
                "packets lost");
    }

    @Test
    void ratesAreTheReceivers() {
        String report = """
                {"end": {"streams": [{"receiver": {"bytes": %d}}], "sum_received": {"bits_per_second": 2.5e7}}}
                """;
        assertEquals(2.5e7, Transfers.received(report.formatted(9)));
        assertThrows(GuestException.class, () -> Transfers.received(report.formatted(0)));
        assertThrows(GuestException.class, () -> Transfers.received("{\"error\": \"unable to connect\"}"));
        assertThrows(GuestException.class, () -> Transfers.received("{}"));
        assertThrows(GuestException.class, () -> Transfers.received("iperf3: "));
    }

    @Test
    void rulesAreObeyedOrNot() {
        String good = "straight 9 0 0 8\ncrossed 0 7 6 0\n";
        assertTrue(RuleCheck.judge(good).ok());
        assertEquals("straight 9 0 0 8; crossed 0 7 6 0", RuleCheck.judge(good).found());
        assertFalse(RuleCheck.judge(good.replace("9 0 0 8", "9 1 0 8")).ok());
        assertFalse(RuleCheck.judge(good.replace("0 7 6 0", "7 0 0 6")).ok());
        assertFalse(RuleCheck.judge(good.replace("0 7 6 0", "0 7 0 0")).ok());
        assertFalse(RuleCheck.judge("straight 9 0 0 8\n").ok());
        assertFalse(RuleCheck.judge("straight 9 0\ncrossed 0 7\n").ok());
        assertFalse(RuleCheck.judge("").ok());
    }
}
