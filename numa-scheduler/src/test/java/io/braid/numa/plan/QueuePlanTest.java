package io.braid.numa.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.numa.plan.MemoryArea.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class QueuePlanTest {
    private static final long GIB = 1L << 30;

    @Test
    void flowsOfANicGoToTheWorkersOfItsNode() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7")
                .node(1, "8-15")
                .nic(0, 8)
                .nic(0, 8)
                .nic(1, 8)
                .plan();
        assertEquals(List.of(1, 2, 8), plan.cpus());
        assertEquals(List.of(0, 1), plan.nics().get(0).rxQueues());
        assertEquals(List.of(0, 1), plan.nics().get(1).rxQueues());
        assertEquals(List.of(2), plan.nics().get(2).rxQueues());
        assertEquals(List.of(2, 2, 1), plan.nics().stream().map(NicPlan::spread).toList());
        // Pollers have the first transmit queues.
        assertEquals(List.of(0, 1, 2), plan.nics().get(0).txQueues());
        assertEquals(List.of(1, 2, 0), plan.nics().get(2).txQueues());
    }

    @Test
    void rulesNeedQueuesForTheWorkersOfOtherNodes() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7")
                .node(1, "8-15")
                .nic(0, 8, 8, true)
                .nic(1, 2, 2, true)
                .nic(1, 1, 1, true)
                .plan();
        assertEquals(List.of(1, 8, 9), plan.cpus());
        assertEquals(List.of(0, 1, 2), plan.nics().get(0).rxQueues());
        assertEquals(1, plan.nics().get(0).spread());
        assertEquals(List.of(1, 2), plan.nics().get(1).rxQueues());
        assertEquals(2, plan.nics().get(1).spread());
        assertEquals(1, plan.nics().get(2).rxQueues().size());
    }

    @Test
    void aNicWithFewQueuesIsSharedOutEvenly() {
        PlacementPlan plan =
                new TestHost().node(0, "0-7").nic(0, 1).nic(0, 1).nic(0, 2).plan();
        assertEquals(List.of(0), plan.nics().get(0).rxQueues());
        assertEquals(List.of(1), plan.nics().get(1).rxQueues());
        assertEquals(List.of(0, 2), plan.nics().get(2).rxQueues());
        assertEquals(List.of(0, -1, -1), plan.nics().get(0).txQueues());
        assertEquals(List.of(-1, 0, -1), plan.nics().get(1).txQueues());
        assertTrue(plan.warnings().stream().anyMatch(line -> line.startsWith("nic0 has 1 receive queue for the 3")));
        assertTrue(plan.explanation()
                .contains("queue 0 of nic1 is polled by worker-1 on CPU 2 (node 0): the NIC's own node"));
    }

    @Test
    void aNicFarFromEveryWorkerIsPolledFromTheNearestNode() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7", GIB, 0, Map.of(0, 10, 1, 12, 2, 32))
                .node(1, "8-15", GIB, 0, Map.of(0, 12, 1, 10, 2, 32))
                .node(2, "16-23", GIB, 0, Map.of(0, 32, 1, 22, 2, 10))
                .allowed("0-15")
                .nic(2, 4)
                .plan();
        NicPlan nic = plan.nics().getFirst();
        assertEquals(2, nic.node());
        assertEquals(1, nic.pollNode());
        assertEquals(List.of(8), plan.cpus());
        String warning = plan.warnings().getFirst();
        assertTrue(warning.contains("workers of node 1 (distance 22) poll it"), warning);
        assertTrue(
                warning.endsWith("let a worker run there: CPUs 16-23 (workers.cpus, tasks.cpus, the process's cpuset)"),
                warning);
    }

    @Test
    void whatNoNodeCanServeGoesWhereMostOfItIs() {
        // Tasks and NICs on nodes 0 and 1, whose CPUs are not ours: one of nodes 2 and 3 does it all, without
        // hand-offs.
        PlacementPlan plan = new TestHost()
                .node(0, "0-3", GIB, 512, Map.of(0, 10, 1, 20, 2, 20, 3, 30))
                .node(1, "4-7", GIB, 512, Map.of(0, 20, 1, 10, 2, 30, 3, 20))
                .node(2, "8-11")
                .node(3, "12-15")
                .allowed("8-15")
                .nic(0, 4)
                .nic(1, 4)
                .task("0", 1)
                .task("1-2", 1)
                .task("4", 1)
                .plan();
        assertEquals(List.of(2, 2), plan.nics().stream().map(NicPlan::pollNode).toList());
        assertEquals(
                List.of(2, 2), plan.workers().stream().map(WorkerPlan::node).toList());
        plan.tasks().forEach(task -> assertEquals(1, task.queues().size()));
    }

    @Test
    void nicsOfUnknownNodesAreSpreadAndSaid() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7")
                .node(1, "8-15")
                .nic(0, 4)
                .nic(-1, 4)
                .vdev(-1)
                .plan();
        assertEquals(List.of(0, -1, -1), plan.nics().stream().map(NicPlan::node).toList());
        assertEquals(
                List.of(0, 1, 0), plan.nics().stream().map(NicPlan::pollNode).toList());
        assertEquals(1, plan.warnings().size(), plan.warnings()::toString);
        assertTrue(plan.warnings().getFirst().startsWith("nothing says which node nic1 (0000:02:00.0) is on"));
    }

    @Test
    void aTaskIsServedByItsNodeAndOneOnTwoNodesByBoth() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7")
                .node(1, "8-15")
                .nic(0, 4)
                .nic(1, 4)
                .nic(1, 4)
                .task("10-12", 4)
                .task("6-7,10-14", 4)
                .task("", 1)
                .plan();
        assertEquals(List.of(1, 8, 9), plan.cpus());
        assertEquals(
                new TaskPlan("task0", 1, List.of(1), List.of(1, 2)),
                plan.tasks().get(0));
        assertEquals(
                new TaskPlan("task1", -1, List.of(1, 0), List.of(1, 0, 2)),
                plan.tasks().get(1));
        assertEquals(
                new TaskPlan("task2", -1, List.of(), List.of(0)), plan.tasks().get(2));
    }

    @Test
    void memoryIsWhereItsWorkersAre() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7", GIB, 32, Map.of())
                .node(1, "8-15", GIB, 512, Map.of())
                .nic(0, 4)
                .nic(1, 4)
                .nic(1, 4)
                .memory(new MemoryNeeds(300 << 20, 64 << 20, 1 << 16, true))
                .plan();
        assertEquals(List.of(0, 1), plan.poolNodes());
        assertEquals(100 << 20, plan.memory().get(0).bytes());
        assertEquals(200 << 20, plan.memory().get(1).bytes());
        assertEquals(1, plan.memoryNode(Kind.FLOW_TABLE, 2));
        assertEquals(1, plan.memoryNode(Kind.RING, 1));
        assertEquals(
                List.of("node 0 has 64 MiB of free hugepages for 100 MiB of packet buffers; the rest comes from another"
                        + " node or from ordinary pages, which costs throughput; echo 50 >"
                        + " /sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages"),
                plan.warnings());
    }

    @Test
    void aNodeWithoutMemoryUsesTheNearestThatHasSome() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-3")
                .node(1, "4-7", 0, 0, Map.of())
                .nic(1, 4)
                .workers(4)
                .plan();
        assertEquals(List.of(0), plan.poolNodes());
        assertTrue(plan.warnings().stream().anyMatch(line -> line.startsWith("node 1 has workers and no memory")));
        // Left to itself, it polls from where the memory is.
        PlacementPlan automatic = new TestHost()
                .node(0, "0-3")
                .node(1, "4-7", 0, 0, Map.of())
                .nic(1, 4)
                .plan();
        assertEquals(List.of(1), automatic.cpus());
    }

    @Test
    void oneWorkerForTwoNodesIsSaid() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-3")
                .node(1, "4-7")
                .nic(0, 4)
                .nic(1, 4)
                .workers(5)
                .plan();
        assertTrue(plan.warnings().stream()
                .anyMatch(line -> line.startsWith("one worker, worker-0 on CPU 5 (node 1), serves nodes [0, 1]")));
        assertEquals(List.of(0), plan.nics().get(0).rxQueues());
    }
}
