package io.braid.dataplane.cli;

import io.braid.dataplane.config.NumaPolicy;
import io.braid.numa.plan.MemoryArea;
import io.braid.numa.plan.NicPlan;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.TaskPlan;
import io.braid.numa.plan.WorkerPlan;
import java.util.List;
import java.util.Locale;

/** Writes a placement plan for people: workers, queues and memory as tables, then why, then what is costly. */
final class PlanText {
    private PlanText() {}

    static String of(NumaPolicy policy, PlacementPlan plan) {
        var text = new StringBuilder();
        text.append("numa: ").append(policy.name().toLowerCase(Locale.ROOT));
        text.append("; CPUs ").append(plan.system()).append(" left to the system\n");
        text.append('\n').append(workers(plan));
        text.append('\n').append(queues(plan));
        text.append('\n').append(memory(plan));
        text.append("\nWHY\n");
        plan.explanation().forEach(line -> text.append("  ").append(line).append('\n'));
        if (!plan.warnings().isEmpty()) {
            text.append("\nWARNINGS\n");
            plan.warnings().forEach(line -> text.append("  ").append(line).append('\n'));
        }
        return text.toString();
    }

    private static TextTable workers(PlacementPlan plan) {
        var table = new TextTable("WORKER", ">CPU", ">NODE", ">UPLINK QUEUES", ">TASK QUEUES");
        for (WorkerPlan worker : plan.workers()) {
            table.row(
                    "worker-" + worker.index(),
                    worker.cpu(),
                    worker.node(),
                    plan.nics().stream()
                            .mapToLong(nic -> count(nic.rxQueues(), worker.index()))
                            .sum(),
                    plan.tasks().stream()
                            .mapToLong(task -> count(task.queues(), worker.index()))
                            .sum());
        }
        return table;
    }

    private static long count(List<Integer> queues, int worker) {
        return queues.stream().filter(owner -> owner == worker).count();
    }

    private static TextTable queues(PlacementPlan plan) {
        var table = new TextTable("PORT", ">NODE", ">QUEUE", "POLLED BY", ">CPU", ">ON NODE", "GETS");
        for (NicPlan nic : plan.nics()) {
            for (int queue = 0; queue < nic.rxQueues().size(); queue++) {
                WorkerPlan worker = plan.workers().get(nic.rxQueues().get(queue));
                row(table, nic.name(), nic.node(), queue, worker, queue < nic.spread() ? "flows by hash" : "by rule");
            }
        }
        for (TaskPlan task : plan.tasks()) {
            for (int queue = 0; queue < task.queues().size(); queue++) {
                WorkerPlan worker = plan.workers().get(task.queues().get(queue));
                row(table, "task " + task.name(), task.homeNode(), queue, worker, "what the task sends");
            }
        }
        return table;
    }

    private static void row(TextTable table, String port, int node, int queue, WorkerPlan worker, String gets) {
        table.row(port, node < 0 ? "?" : node, queue, "worker-" + worker.index(), worker.cpu(), worker.node(), gets);
    }

    private static TextTable memory(PlacementPlan plan) {
        var table = new TextTable("MEMORY", ">SIZE", ">NODE", "FOR");
        for (MemoryArea area : plan.memory()) {
            table.row(
                    area.kind().title(),
                    Units.memory(area.bytes()),
                    area.node(),
                    area.worker() >= 0 ? "worker-" + area.worker() : users(plan, area.node()));
        }
        return table;
    }

    private static String users(PlacementPlan plan, int node) {
        List<String> workers = plan.workers().stream()
                .map(WorkerPlan::index)
                .filter(worker -> plan.memoryNode(MemoryArea.Kind.RING, worker) == node)
                .map(String::valueOf)
                .toList();
        return (workers.size() == 1 ? "worker-" : "workers ") + String.join(",", workers);
    }
}
