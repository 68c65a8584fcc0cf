package io.braid.perf.numa;

import io.braid.numa.plan.TaskRequest;
import io.braid.numa.topology.NumaNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Counts how often packets go from one node to another in vain.
 *
 * <p>A packet that comes in travels NIC, packet buffer, worker that polls, worker of the task's queue, task. One that goes
 * out travels task, worker of its queue, packet buffer, NIC; and if the worker has no transmit queue there, the order to
 * send it travels to the worker that has. Each step between two nodes is a crossing: a packet polled, stored or sent across nodes. Those that no
 * placement can avoid are not counted: one for a packet that came in on another node than its task's, one for a packet of a
 * task whose node has no NIC.
 *
 * <p>Every task takes in as much by each NIC (the switch spreads it) and sends as much as it takes in. A worker's buffers lie
 * on its node, or on the nearest with memory.
 */
final class Journeys {
    private final GeneratedHost host;
    private final Layout layout;
    private final List<Integer> nics;

    private Journeys(GeneratedHost host, Layout layout) {
        this.host = host;
        this.layout = layout;
        this.nics = host.nicNodes();
    }

    /** Crossings in vain per packet, on average over both directions, all NICs and all tasks whose place is known. */
    static double inVain(GeneratedHost host, Layout layout) {
        return new Journeys(host, layout).mean();
    }

    private double mean() {
        double sum = 0;
        int parts = 0;
        for (int task = 0; task < host.request().tasks().size(); task++) {
            TaskRequest request = host.request().tasks().get(task);
            Map<Integer, Double> shares = host.shares(request);
            if (shares.isEmpty()) {
                continue;
            }
            for (var share : shares.entrySet()) {
                List<Integer> workers = servedBy(task, share.getKey());
                sum += share.getValue() * (in(share.getKey(), workers) + out(share.getKey(), workers));
            }
            parts += 2;
        }
        return parts == 0 ? polled() : sum / parts;
    }

    /** Without tasks, the way from the NIC to the worker that polls is all there is. */
    private double polled() {
        double sum = 0;
        for (int nic = 0; nic < nics.size(); nic++) {
            int node = nics.get(nic);
            Layout.Queues queues = layout.nics().get(nic);
            sum += queues.rx().subList(0, queues.spread()).stream()
                    .mapToInt(worker -> toWorker(node, worker))
                    .average()
                    .orElseThrow();
        }
        return sum / nics.size();
    }

    /** The workers of a task's queues that what runs on a node uses: those on that node, or all. */
    private List<Integer> servedBy(int task, int home) {
        List<Integer> queues = layout.tasks().get(task);
        List<Integer> local =
                queues.stream().filter(worker -> node(worker) == home).toList();
        return local.isEmpty() ? queues : local;
    }

    private double in(int home, List<Integer> workers) {
        double sum = 0;
        for (int nic = 0; nic < nics.size(); nic++) {
            int from = nics.get(nic);
            List<Integer> pollers = pollers(layout.nics().get(nic), home);
            for (int poller : pollers) {
                double delivered = workers.stream()
                        .mapToInt(worker -> crossing(node(poller), node(worker)) + crossing(node(worker), home))
                        .average()
                        .orElseThrow();
                sum += (toWorker(from, poller) + delivered - crossing(from, home)) / pollers.size();
            }
        }
        return sum / nics.size();
    }

    /** Who polls a NIC's packets for a node: the workers there that rules lead to, else those that RSS spreads over. */
    private List<Integer> pollers(Layout.Queues queues, int home) {
        List<Integer> byRule = queues.rx().subList(queues.spread(), queues.rx().size()).stream()
                .filter(worker -> node(worker) == home)
                .toList();
        return byRule.isEmpty() ? queues.rx().subList(0, queues.spread()) : byRule;
    }

    private double out(int home, List<Integer> workers) {
        int forced = nics.contains(home) ? 0 : 1;
        return workers.stream()
                        .mapToDouble(worker -> crossing(home, node(worker))
                                + crossing(node(worker), memory(node(worker)))
                                + sent(worker))
                        .average()
                        .orElseThrow()
                - forced;
    }

    private double sent(int worker) {
        List<Integer> local = IntStream.range(0, nics.size())
                .filter(nic -> nics.get(nic) == memory(node(worker)))
                .boxed()
                .toList();
        List<Integer> used = layout.prefersLocal() && !local.isEmpty()
                ? local
                : IntStream.range(0, nics.size()).boxed().toList();
        return used.stream().mapToInt(nic -> sent(worker, nic)).average().orElseThrow();
    }

    private int sent(int worker, int nic) {
        List<Integer> tx = layout.nics().get(nic).tx();
        int owner = tx.get(worker) >= 0 ? worker : tx.indexOf(0);
        int handed = crossing(node(worker), node(owner));
        int from = handed == 0 ? memory(node(worker)) : node(owner);
        return handed + crossing(from, nics.get(nic));
    }

    private int toWorker(int nic, int worker) {
        int memory = memory(node(worker));
        return crossing(nic, memory) + crossing(memory, node(worker));
    }

    private int node(int worker) {
        return layout.workerNodes().get(worker);
    }

    private int memory(int node) {
        var nodes = new ArrayList<>(host.topology().byDistance(node));
        nodes.removeIf(at -> !host.topology().node(at).map(NumaNode::hasMemory).orElse(false));
        return nodes.getFirst();
    }

    private static int crossing(int from, int to) {
        return from == to ? 0 : 1;
    }
}
