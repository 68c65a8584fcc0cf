package io.braid.perf.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuSet;
import io.braid.numa.plan.MemoryArea.Kind;
import io.braid.numa.plan.NicPlan;
import io.braid.numa.plan.NicRequest;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.PlanRequest;
import io.braid.numa.plan.Planner;
import io.braid.numa.plan.TaskPlan;
import io.braid.numa.plan.WorkerPlan;
import io.braid.numa.topology.NumaNode;
import io.braid.numa.topology.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every plan. The seed of a host that fails is in the test's name. */
final class PlanPropertiesTest {
    static LongStream seeds() {
        return LongStream.range(1, 301);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void holds(long seed) {
        GeneratedHost host = HostGenerator.host(seed);
        PlanRequest request = host.request();
        PlacementPlan plan = Planner.plan(request);
        assertEquals(plan, Planner.plan(request), "deterministic");
        assertEquals(plan, Planner.plan(HostGenerator.host(seed).request()), "the host is, too");
        workers(host, plan);
        for (int i = 0; i < plan.nics().size(); i++) {
            queues(request.nics().get(i), plan.nics().get(i), plan);
        }
        balance(plan);
        for (int i = 0; i < plan.tasks().size(); i++) {
            tasks(
                    request.topology(),
                    request.tasks().get(i).maxQueues(),
                    plan.tasks().get(i),
                    plan);
        }
        memory(request.topology(), plan);
        explanation(plan);
        assertEquals(plan.cpus(), Planner.plan(withOneQueueEach(request)).cpus(), "queues do not matter to the choice");
        assertEquals(List.of(), plan.faults(request.topology(), request.allowed()));
    }

    private static void workers(GeneratedHost host, PlacementPlan plan) {
        PlanRequest request = host.request();
        CpuSet cpus = CpuSet.of(plan.cpus().stream().mapToInt(Integer::intValue).toArray());
        assertEquals(plan.workers().size(), cpus.size(), "no CPU twice");
        assertTrue(request.topology().online().and(request.allowed()).containsAll(cpus));
        assertFalse(plan.system().isEmpty());
        for (int i = 0; i < plan.workers().size(); i++) {
            WorkerPlan worker = plan.workers().get(i);
            assertEquals(i, worker.index());
            assertEquals(request.topology().nodeOf(worker.cpu()), worker.node());
        }
        if (!request.cpus().isEmpty()) {
            assertEquals(request.cpus(), plan.cpus());
            return;
        }
        if (!host.candidates().isEmpty()) {
            assertTrue(cpus.and(request.avoid()).isEmpty(), "tasks keep their CPUs");
        }
        if (host.candidates().size() > 1) {
            assertTrue(plan.system().and(cpus).isEmpty(), "a CPU is left to the system");
        }
        assertTrue(
                plan.workers().size()
                        <= request.nics().size() + request.topology().nodes().size(),
                "no idle workers");
        if (host.isWhole()) {
            for (NumaNode node : request.topology().nodes()) {
                assertFalse(plan.workersOn(node.id()).isEmpty(), "node " + node.id() + " has a worker");
            }
        }
    }

    private static void queues(NicRequest request, NicPlan nic, PlacementPlan plan) {
        assertFalse(nic.rxQueues().isEmpty());
        assertEquals(nic.rxQueues().size(), new HashSet<>(nic.rxQueues()).size(), "a worker polls a NIC once");
        assertTrue(nic.rxQueues().size() <= request.maxRxQueues());
        assertTrue(nic.spread() >= 1 && nic.spread() <= nic.rxQueues().size());
        assertTrue(request.steersByRule() || nic.spread() == nic.rxQueues().size());
        for (int queue = 0; queue < nic.rxQueues().size(); queue++) {
            int node = plan.workers().get(nic.rxQueues().get(queue)).node();
            assertEquals(queue < nic.spread(), node == nic.pollNode(), "queue " + queue + " of " + nic);
        }
        if (!plan.workersOn(nic.node()).isEmpty()) {
            boolean memoryless = plan.workersOn(nic.node()).stream()
                    .anyMatch(worker -> plan.memoryNode(Kind.RING, worker.index()) != worker.node());
            assertTrue(memoryless || nic.pollNode() == nic.node(), "its own node polls " + nic);
        }
        List<Integer> tx =
                nic.txQueues().stream().filter(queue -> queue >= 0).sorted().toList();
        int expected = Math.min(plan.workers().size(), request.maxTxQueues());
        assertEquals(IntStream.range(0, expected).boxed().toList(), tx, "transmit queues without gaps");
        assertEquals(plan.workers().size(), nic.txQueues().size());
        assertEquals(0, nic.txQueues().get(nic.rxQueues().getFirst()), "who polls first sends first");
    }

    /** Workers of one node have as many queues as each other, give or take one. */
    private static void balance(PlacementPlan plan) {
        var load = new int[plan.workers().size()];
        plan.nics().forEach(nic -> nic.rxQueues().forEach(worker -> load[worker]++));
        plan.workers().stream().map(WorkerPlan::node).distinct().forEach(node -> {
            var loads = plan.workersOn(node).stream()
                    .mapToInt(worker -> load[worker.index()])
                    .summaryStatistics();
            assertTrue(loads.getMax() - loads.getMin() <= 1, "node " + node + ": " + loads);
        });
    }

    private static void tasks(Topology host, int maxQueues, TaskPlan task, PlacementPlan plan) {
        assertFalse(task.queues().isEmpty());
        assertTrue(task.queues().size() <= maxQueues);
        assertEquals(task.queues().size(), new HashSet<>(task.queues()).size());
        if (task.homeNode() >= 0
                && !plan.workersOn(task.homeNode()).isEmpty()
                && host.node(task.homeNode()).orElseThrow().hasMemory()) {
            for (int worker : task.queues()) {
                assertEquals(task.homeNode(), plan.workers().get(worker).node(), task.name() + " is served at home");
            }
        }
        if (task.nodes().size() > 1
                && task.nodes().stream().noneMatch(node -> plan.workersOn(node).isEmpty())) {
            long homes = task.queues().stream()
                    .map(worker -> plan.workers().get(worker).node())
                    .distinct()
                    .count();
            assertEquals(Math.min(task.queues().size(), task.nodes().size()), homes, "each node before any twice");
        }
    }

    private static void memory(Topology host, PlacementPlan plan) {
        for (WorkerPlan worker : plan.workers()) {
            for (Kind kind : List.of(Kind.FLOW_TABLE, Kind.RING)) {
                int node = plan.memoryNode(kind, worker.index());
                boolean own = host.node(worker.node()).orElseThrow().hasMemory();
                assertTrue(
                        own
                                ? node == worker.node()
                                : host.node(node).orElseThrow().hasMemory());
                assertTrue(plan.poolNodes().contains(node));
            }
        }
    }

    private static void explanation(PlacementPlan plan) {
        String text = String.join("\n", plan.explanation());
        for (WorkerPlan worker : plan.workers()) {
            assertTrue(text.contains("worker-" + worker.index() + " runs on CPU " + worker.cpu() + " "), text);
        }
        for (NicPlan nic : plan.nics()) {
            for (int queue = 0; queue < nic.rxQueues().size(); queue++) {
                assertTrue(
                        text.contains("queue " + queue + " of " + nic.name() + " is polled by "
                                + plan.workers().get(nic.rxQueues().get(queue)) + ": "),
                        text);
            }
        }
        for (TaskPlan task : plan.tasks()) {
            assertTrue(text.contains("queue 0 of task " + task.name() + " is polled by "), text);
        }
        plan.warnings().forEach(warning -> assertTrue(warning.contains("; "), "says what to do: " + warning));
    }

    private static PlanRequest withOneQueueEach(PlanRequest request) {
        return new PlanRequest(
                request.topology(),
                request.allowed(),
                request.cpus(),
                request.nics().stream()
                        .map(nic -> new NicRequest(nic.name(), nic.pciAddress(), nic.node(), 1, 1, false))
                        .toList(),
                request.tasks(),
                request.avoid(),
                request.memory());
    }
}
