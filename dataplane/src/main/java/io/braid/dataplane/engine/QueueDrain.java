package io.braid.dataplane.engine;

/**
 * A receive queue that packets of some flows stop coming to, because the NIC is told to put them elsewhere: until it was found empty once after that, packets of
 * theirs may still be in it.
 *
 * <p>The conductor {@linkplain #arm arms} it once the NIC has been told; the worker that polls the queue notes what it finds.
 */
public final class QueueDrain {
    private final int port;
    private final int queue;
    private volatile boolean armed;
    // The polling worker's.
    private boolean seen;
    private boolean emptied;

    /** The queue that is left. */
    public QueueDrain(int port, int queue) {
        this.port = port;
        this.queue = queue;
    }

    /** The NIC puts nothing of these flows into the queue any more. */
    public void arm() {
        armed = true;
    }

    /** The queue's worker polled it, and got all there was if {@code emptied}. What it got then is sent before it asks {@link #isEmptied}. */
    void polled(int port, int queue, boolean emptied) {
        if (port != this.port || queue != this.queue) {
            return;
        }
        if (seen) {
            this.emptied |= emptied;
        } else {
            seen = armed; // this poll may have begun before the NIC was told: the next one counts
        }
    }

    boolean isEmptied() {
        return emptied;
    }
}
