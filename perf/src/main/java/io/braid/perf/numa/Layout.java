package io.braid.perf.numa;

import io.braid.numa.plan.NicPlan;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.TaskPlan;
import io.braid.numa.plan.WorkerPlan;
import java.util.List;

/**
 * Who does what on a host, however that was decided.
 *
 * @param workerNodes for each worker, its node
 * @param nics for each NIC, its queues
 * @param tasks for each task, the workers of its queues
 * @param prefersLocal whether workers send by the NICs next to their memory as long as there are any
 */
record Layout(List<Integer> workerNodes, List<Queues> nics, List<List<Integer>> tasks, boolean prefersLocal) {
    /**
     * The queues of a NIC.
     *
     * @param rx workers of the receive queues
     * @param spread how many of those RSS uses
     * @param tx transmit queue of each worker, or -1
     */
    record Queues(List<Integer> rx, int spread, List<Integer> tx) {
        private static Queues of(NicPlan nic) {
            return new Queues(nic.rxQueues(), nic.spread(), nic.txQueues());
        }
    }

    static Layout of(PlacementPlan plan) {
        return new Layout(
                plan.workers().stream().map(WorkerPlan::node).toList(),
                plan.nics().stream().map(Queues::of).toList(),
                plan.tasks().stream().map(TaskPlan::queues).toList(),
                true);
    }
}
