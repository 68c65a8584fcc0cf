package io.braid.numa.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WorkerChoiceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0       | 0      | 0     | 0", // one CPU is shared
                "0-1     | 0-1    | 1     | 0",
                "0-2     | 0-2    | 1-2   | 0",
                "0-7     | 0-7    | 1-4   | 0,5-7", // not more than there are NICs
                "0-7     | 2-3    | 3     | 2", // a container with two CPUs
                "0-7     | 4-7    | 5-7   | 4", // CPU 0 is not ours: the lowest we have is kept free
                "0-1023  | 0-3    | 1-3   | 0",
            })
    void oneCpuIsLeftToTheSystem(String cpus, String allowed, String workers, String system) {
        var host = new TestHost()
                .node(0, cpus)
                .allowed(allowed)
                .nic(0, 8)
                .nic(0, 8)
                .nic(0, 8)
                .nic(0, 8);
        PlacementPlan plan = host.plan();
        assertEquals(CpuSet.parse(workers).stream().boxed().toList(), plan.cpus());
        assertEquals(CpuSet.parse(system), plan.system());
        assertEquals(plan, host.plan(), "deterministic");
    }

    @Test
    void eachNodeHasAsManyWorkersAsNics() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7")
                .node(1, "8-15")
                .nic(0, 8)
                .nic(1, 8)
                .nic(1, 8)
                .plan();
        assertEquals(List.of(1, 8, 9), plan.cpus());
        assertEquals(
                List.of(0, 1, 1), plan.workers().stream().map(WorkerPlan::node).toList());
        assertEquals(List.of(), plan.warnings());
    }

    @Test
    void aNodeWithTasksHasAWorkerWithoutANic() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7")
                .node(1, "8-15")
                .nic(0, 8)
                .task("12-15", 1)
                .plan();
        assertEquals(List.of(1, 8), plan.cpus());
        assertTrue(plan.warnings().toString().contains("node 1, which has no uplink"), plan.warnings()::toString);
    }

    @Test
    void theOnlyCpuOfANodeIsNotTheOneLeftToTheSystem() {
        PlacementPlan plan =
                new TestHost().node(0, "0").node(1, "1-3").nic(0, 8).nic(1, 8).plan();
        assertEquals(List.of(0, 2), plan.cpus());
        assertEquals("1,3", plan.system().toString());
    }

    @Test
    void wholeCoresBeforeSiblingsAndIsolatedBeforeOthers() {
        var host = new TestHost().node(0, "0-7").smt(4);
        for (int i = 0; i < 5; i++) {
            host.nic(0, 8);
        }
        // CPU 4 is the sibling of the system's CPU 0, 5 and up are those of workers 1 to 3.
        assertEquals(List.of(1, 2, 3, 4, 5), host.plan().cpus());
        // Isolated CPUs first, then the free core, then the sibling of the system's CPU, then anything.
        assertEquals(List.of(1, 2, 4, 6, 7), host.isolated("6-7").plan().cpus());
    }

    @Test
    void pinnedTasksCpusAndTheirSiblingsAreAvoided() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7")
                .smt(4)
                .avoid("1-2")
                .nic(0, 8)
                .nic(0, 8)
                .nic(0, 8)
                .plan();
        assertEquals(List.of(3, 4, 5), plan.cpus()); // 5 and 6 share cores with tasks: one of them, as the last
        assertEquals("0,6-7", plan.system().toString());
    }

    @Test
    void nodesWithoutMemoryHaveWorkersOnlyIfThereAreNoOthers() {
        var host = new TestHost()
                .node(0, "0-3")
                .node(1, "4-7", 0, 0, Map.of())
                .nic(1, 8)
                .nic(1, 8)
                .task("6-7", 1);
        PlacementPlan plan = host.plan();
        assertEquals(List.of(1, 2), plan.cpus());
        assertEquals("0,3-7", plan.system().toString());
        assertTrue(plan.explanation().contains("CPUs 4-7 are of nodes without memory: no worker is put there"));
        PlacementPlan forced = host.allowed("4-7").plan();
        assertEquals(List.of(5, 6), forced.cpus());
        assertEquals(0, forced.egressNode(0), "sends by the NICs next to its packets");
    }

    @Test
    void tasksCpusThatDoNotExistAreSaid() {
        PlacementPlan plan =
                new TestHost().node(0, "0-3").avoid("2,8-9").nic(0, 8).plan();
        assertEquals(List.of(1), plan.cpus());
        assertEquals(
                List.of(
                        "tasks.cpus names CPUs that this host does not have (8-9; there are 0-3), so that tasks may run on"
                                + " others, which workers take; name CPUs that exist"),
                plan.warnings());
    }

    @Test
    void workersAreSpreadOverCaches() {
        PlacementPlan plan = new TestHost()
                .node(0, "0-7")
                .l3("0-3", "4-7")
                .nic(0, 8)
                .nic(0, 8)
                .plan();
        assertEquals(List.of(1, 4), plan.cpus());
    }

    @Test
    void tasksOnEveryCpuStillLetItStart() {
        PlacementPlan plan =
                new TestHost().node(0, "0-3").avoid("0-3").nic(0, 8).plan();
        assertEquals(List.of(1), plan.cpus());
        assertTrue(plan.warnings().getFirst().startsWith("tasks are pinned to every usable CPU (0-3)"));
    }

    @Test
    void noUsableCpuIsSaid() {
        var e = assertThrows(
                PlanException.class,
                () -> new TestHost().node(0, "0-3").allowed("8-9").nic(0, 1).plan());
        assertEquals("no CPU can be used: none is both online (0-3) and allowed to this process (8-9)", e.getMessage());
    }

    @Test
    void everyFaultOfAListIsNamed() {
        var host = new TestHost()
                .node(0, "0-7")
                .offline("4")
                .allowed("0-5")
                .cpuset("0-2")
                .nic(0, 1)
                .workers(1, 1, 9, 4, 6, 3, -1, 5000);
        var e = assertThrows(PlanException.class, host::plan);
        assertEquals(
                List.of(
                        "CPU 1 is listed twice",
                        "CPU 9 does not exist; there are 0-7",
                        "CPU 4 is offline; online are 0-3,5-7",
                        "CPU 6 is not allowed to this process; allowed are 0-5 (cgroup cpuset or taskset)",
                        "CPU 3 is outside the control group's cpuset 0-2",
                        "CPU -1 is outside 0-1023",
                        "CPU 5000 is outside 0-1023"),
                e.faults());
    }

    @Test
    void aListKeepsItsOrder() {
        var host = new TestHost().node(0, "0-3").nic(0, 8).workers(3, 1);
        assertEquals(List.of(3, 1), host.plan().cpus());
        assertEquals("0,2", host.plan().system().toString());
        PlacementPlan all = host.workers(0, 1, 2, 3).plan();
        assertEquals("0-3", all.system().toString());
        assertTrue(all.warnings().getFirst().startsWith("every usable CPU is a worker's"), all.warnings()::toString);
    }

    @Test
    void numbersOfQueuesDoNotMatterToTheChoice() {
        for (int queues : List.of(1, 2, 64)) {
            var host =
                    new TestHost().node(0, "0-7").node(1, "8-15").nic(0, queues).nic(1, queues);
            assertEquals(List.of(1, 8), host.plan().cpus());
        }
    }

    @Test
    void aCpuThatWentOfflineIsSaid() {
        var host = new TestHost().node(0, "0-3").nic(0, 1);
        PlacementPlan plan = host.plan();
        assertEquals(List.of(), plan.faults(host.topology(), CpuSet.parse("0-3")));
        assertEquals(
                List.of("CPU 1 of worker-0 went offline since the plan was made; start again to plan without it, or"
                        + " switch it on: echo 1 > /sys/devices/system/cpu/cpu1/online"),
                plan.faults(host.offline("1").topology(), CpuSet.parse("0-3")));
        assertTrue(plan.faults(host.offline("").topology(), CpuSet.parse("2-3"))
                .getFirst()
                .contains("was taken from this process"));
    }

    @Test
    void aHostTakenAsOneNodeHasNothingToWarnOf() {
        var host = new TestHost()
                .node(0, "0-3")
                .node(1, "4-7", 1 << 30, 512, Map.of(0, 21, 1, 10))
                .allowed("0-3")
                .nic(0, 8)
                .nic(1, 8);
        assertEquals(1, host.plan().warnings().size());
        PlacementPlan off = Planner.plan(host.request().asOneNode());
        assertEquals(List.of(), off.warnings());
    }
}
