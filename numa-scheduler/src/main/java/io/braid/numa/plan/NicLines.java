package io.braid.numa.plan;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Says what was decided for a NIC, and what of it is costly. */
final class NicLines {
    private final NicRequest nic;
    private final NicHome home;
    private final NicPlan plan;
    private final List<WorkerPlan> workers;
    private final NodeMap map;
    private final Lines lines;

    NicLines(NicRequest nic, NicHome home, NicPlan plan, List<WorkerPlan> workers, NodeMap map, Lines lines) {
        this.nic = nic;
        this.home = home;
        this.plan = plan;
        this.workers = workers;
        this.map = map;
        this.lines = lines;
    }

    void tell() {
        String near = home.near().map(what -> "; " + what).orElse("");
        lines.explain(
                home.isKnown()
                        ? nic.name() + " is on node " + home.node() + ": "
                                + home.source().why() + near
                        : nic.name() + " is on an unknown node: nothing says which; taken as node " + home.assumed()
                                + near);
        for (int queue = 0; queue < plan.rxQueues().size(); queue++) {
            WorkerPlan worker = workers.get(plan.rxQueues().get(queue));
            lines.explain("queue " + queue + " of " + nic.name() + " is polled by " + worker + ": "
                    + (queue < plan.spread() ? whySpread() : whySteered(worker)));
        }
        lines.explain(transmit());
        warnOfNode();
        warnOfQueues();
    }

    private String whySpread() {
        if (plan.pollNode() == home.assumed()) {
            return home.isKnown() ? "the NIC's own node" : "the node it is taken to be on";
        }
        return "no worker runs on the NIC's node " + home.assumed() + ", and this one is at distance "
                + map.host().distance(home.assumed(), plan.pollNode());
    }

    private static String whySteered(WorkerPlan worker) {
        return "rules send it the packets of tasks on node " + worker.node();
    }

    private String transmit() {
        return nic.name() + " is sent to by "
                + IntStream.range(0, workers.size())
                        .mapToObj(worker -> "worker-" + worker
                                + (plan.txQueues().get(worker) < 0
                                        ? " through the worker with queue 0"
                                        : " with queue " + plan.txQueues().get(worker)))
                        .collect(Collectors.joining(", "));
    }

    private void warnOfNode() {
        if (home.isKnown() && plan.pollNode() != home.node()) {
            int distance = map.host().distance(home.node(), plan.pollNode());
            lines.warn(nic.name() + " is on node " + home.node() + ", where no worker runs; workers of node "
                    + plan.pollNode() + " (distance " + distance
                    + ") poll it, and each of its packets crosses between the nodes, which costs latency and"
                    + " throughput; " + remedy());
        }
        if (!home.isKnown() && nic.pciAddress().isPresent()) {
            lines.warn("nothing says which node " + nic.name() + " ("
                    + nic.pciAddress().get()
                    + ") is on; it is taken as node " + home.assumed()
                    + ", and if that is wrong each of its packets crosses between nodes; look for a firmware update, or"
                    + " name CPUs of the right node in workers.cpus");
        }
    }

    private String remedy() {
        return map.host()
                .node(home.node())
                .filter(node -> !node.cpus().isEmpty())
                .map(node -> "let a worker run there: CPUs " + node.cpus()
                        + " (workers.cpus, tasks.cpus, the process's cpuset)")
                .orElse("that node has no CPU online; move the NIC to another slot if there is one");
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private void warnOfQueues() {
        if (nic.pciAddress().isEmpty()) {
            return; // a virtual device has as many queues as the operator gave it
        }
        long local = workers.stream()
                .filter(worker -> worker.node() == plan.pollNode())
                .count();
        if (plan.spread() < local) {
            lines.warn(nic.name() + " has " + count(nic.maxRxQueues(), "receive queue") + " for the " + local
                    + " workers of node "
                    + plan.pollNode() + ", so that " + (local - plan.spread())
                    + " of them get none of its packets; give the NIC more queues (firmware, SR-IOV settings)");
        }
        if (plan.txQueueCount() < workers.size()) {
            lines.warn(nic.name() + " has " + count(nic.maxTxQueues(), "transmit queue") + " for " + workers.size()
                    + " workers; the others hand what they send over to worker-"
                    + plan.txQueues().indexOf(0)
                    + ", which costs a ring and a wait; give the NIC more queues, or name fewer workers");
        }
    }
}
