package io.braid.numa.plan;

/**
 * One worker.
 *
 * @param index its number, from 0
 * @param cpu the CPU it is pinned to
 * @param node the node of that CPU
 */
public record WorkerPlan(int index, int cpu, int node) {
    /** What people call it, with where it is. */
    @Override
    public String toString() {
        return "worker-" + index + " on CPU " + cpu + " (node " + node + ")";
    }
}
