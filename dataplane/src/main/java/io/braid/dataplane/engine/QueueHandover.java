package io.braid.dataplane.engine;

import io.braid.numa.HandoffRing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The passage of a receive queue, or of the sender's role for a port, from one worker to another, without loss and without one packet of a flow passing another.
 *
 * <pre>
 *   conductor        publishes the snapshot that names the new worker, with this passage
 *   old worker       polls the queue no more; hands packets for the port to the new worker
 *   new worker       keeps what it gets for the port; does not poll yet
 *   old worker       when every worker goes by that snapshot, and what they gave to it before is sent, releases
 *   new worker       when it has also gone through what the old one had given to it, takes: polls and sends
 * </pre>
 *
 * All of it takes a turn or two of the slowest worker's loop; the queue's descriptors hold what arrives meanwhile. Nobody waits: each of the two looks once a turn.
 */
public final class QueueHandover {
    private final int from;
    private final int to;
    private final long generation;
    private final long notBeforeNanos;
    private final @Nullable QueueDrain drain;

    // The old worker's own.
    private boolean marked;
    private long oldRingMark;
    /** Written before {@link #released}. */
    private long newRingMark;

    private volatile boolean released;
    private volatile boolean taken;

    /**
     * A passage that begins with a snapshot.
     *
     * @param from the worker that has the queue
     * @param to the worker that gets it
     * @param generation of the first snapshot that says so
     * @param notBeforeNanos {@link System#nanoTime} before which it is not released: packets that the old worker gave to a NIC are sent by then
     */
    public QueueHandover(int from, int to, long generation, long notBeforeNanos) {
        this(from, to, generation, notBeforeNanos, null);
    }

    /**
     * A pause of a queue that begins with a snapshot: flows are about to come by it that came by another queue, whose worker releases it once that one is drained.
     *
     * @param from the other queue's worker; may be {@code to}
     * @param to the queue's worker
     * @param drain the other queue
     */
    public QueueHandover(int from, int to, long generation, QueueDrain drain) {
        this(from, to, generation, System.nanoTime(), drain);
    }

    private QueueHandover(int from, int to, long generation, long notBeforeNanos, @Nullable QueueDrain drain) {
        this.drain = drain;
        this.from = from;
        this.to = to;
        this.generation = generation;
        this.notBeforeNanos = notBeforeNanos;
    }

    int from() {
        return from;
    }

    /** The queue that must be found empty before, if any. */
    @Nullable
    QueueDrain drain() {
        return drain;
    }

    /**
     * Releases if it is time to; the old worker only, at a moment when it has sent all that it gathered.
     *
     * @return whether it is released, now or before
     */
    boolean release(List<HandoffRing> rings, WorkerGenerations generations, long nowNanos) {
        if (released) {
            return true;
        }
        if (drain != null && !drain.isEmptied()) {
            return false;
        }
        if (!marked) {
            if (!generations.allReached(generation)) {
                return false;
            }
            oldRingMark = rings.get(from).mark();
            marked = true;
        }
        if (!rings.get(from).passed(oldRingMark) || nowNanos - notBeforeNanos < 0) {
            return false;
        }
        newRingMark = rings.get(to).mark();
        released = true;
        return true;
    }

    /** Takes if it is time to; the new worker only. Whether it has the queue, now or since before. */
    boolean take(List<HandoffRing> rings) {
        if (!taken && released && rings.get(to).passed(newRingMark)) {
            taken = true;
        }
        return taken;
    }

    /** Whether the new worker has the queue. Any thread. */
    public boolean isDone() {
        return taken;
    }
}
