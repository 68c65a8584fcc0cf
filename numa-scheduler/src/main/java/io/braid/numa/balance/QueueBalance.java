package io.braid.numa.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the queue whose move makes the workers of a node most even. Pure computation; any thread.
 *
 * <p>A move costs a pause of a few turns of two workers' loops, and caches. So one is proposed only where the busiest worker of a node carries more than
 * {@link #UNEVEN} times the node's average, has enough to do for that to matter, and would carry clearly less afterwards.
 */
public final class QueueBalance {
    /** From how many times its node's average on a worker has too much. */
    public static final double UNEVEN = 1.25;

    /** Packets per second below which no worker has too much: a core forwards some millions. */
    public static final double BUSY = 50_000;

    /** What the busiest worker must come down to at least, of what it carries now. */
    private static final double WORTH = 0.9;

    private QueueBalance() {}

    /**
     * The best move of each node that is uneven, in the order of the nodes.
     *
     * @param queues all receive queues with what they carry
     * @param workerNodes each worker's node, by worker index
     */
    public static List<QueueMove> propose(List<QueueLoad> queues, List<Integer> workerNodes) {
        double[] carried = new double[workerNodes.size()];
        for (QueueLoad queue : queues) {
            carried[queue.worker()] += queue.packetsPerSecond();
        }
        var moves = new ArrayList<QueueMove>();
        for (int node : workerNodes.stream().distinct().sorted().toList()) {
            best(node, queues, workerNodes, carried).ifPresent(moves::add);
        }
        return moves;
    }

    private static Optional<QueueMove> best(
            int node, List<QueueLoad> queues, List<Integer> workerNodes, double[] carried) {
        int busiest = -1;
        int idlest = -1;
        double sum = 0;
        int workers = 0;
        for (int worker = 0; worker < carried.length; worker++) {
            if (workerNodes.get(worker) == node) {
                busiest = busiest < 0 || carried[worker] > carried[busiest] ? worker : busiest;
                idlest = idlest < 0 || carried[worker] < carried[idlest] ? worker : idlest;
                sum += carried[worker];
                workers++;
            }
        }
        double before = carried[busiest];
        if (before < BUSY || before * workers <= UNEVEN * sum) {
            return Optional.empty();
        }
        @Nullable QueueLoad best = null;
        double least = before * WORTH;
        for (QueueLoad queue : queues) {
            double after = Math.max(before - queue.packetsPerSecond(), carried[idlest] + queue.packetsPerSecond());
            if (queue.worker() == busiest && after < least) {
                best = queue;
                least = after;
            }
        }
        return best == null ? Optional.empty() : Optional.of(new QueueMove(best, idlest, before, least));
    }
}
