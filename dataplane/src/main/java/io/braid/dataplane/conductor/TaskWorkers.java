package io.braid.dataplane.conductor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Chooses the worker that serves a task: on the task's node the one with the fewest tasks, the first of those. The conductor's thread only. */
final class TaskWorkers {
    private final List<Integer> nodes;
    private final Map<Integer, Integer> workers = new HashMap<>();

    /** @param nodes each worker's node */
    TaskWorkers(List<Integer> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /**
     * The worker for a port, which is noted.
     *
     * @param node the task's; -1 when unknown. Where no worker is on it, any will do
     */
    int assign(int port, int node) {
        workers.remove(port);
        int[] tasks = new int[nodes.size()];
        workers.values().forEach(worker -> tasks[worker]++);
        boolean anywhere = !nodes.contains(node);
        int best = -1;
        for (int worker = 0; worker < tasks.length; worker++) {
            if ((anywhere || nodes.get(worker) == node) && (best < 0 || tasks[worker] < tasks[best])) {
                best = worker;
            }
        }
        workers.put(port, best);
        return best;
    }

    /** Notes that a port went to a worker. */
    void set(int port, int worker) {
        workers.put(port, worker);
    }

    void release(int port) {
        workers.remove(port);
    }
}
