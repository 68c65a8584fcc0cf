package io.braid.dataplane.engine;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * How long packets stay with a worker, by samples: of one turn in {@value #EVERY} that moved any. Recording waits for nobody and allocates nothing.
 *
 * <p>The worker's thread records; one other thread takes what was recorded.
 */
public final class WorkerLatency {
    /** What is measured. */
    public enum Stage {
        /** From the beginning of the turn in which a worker takes packets from a port or a ring until it has handed them to drivers and rings. */
        WORKER,
        /** From when another worker hands packets over until this one has taken them from its ring. */
        RING
    }

    static final int EVERY = 64;

    /** Longer ones count as so long: a worker that stands still is told of elsewhere. */
    private static final long MOST_NANOS = 10_000_000_000L;

    /** Shorter ones are not told apart. */
    private static final long LEAST_NANOS = 64;

    private static final int DIGITS = 2;

    private final SingleWriterRecorder sojourn = recorder();
    private final SingleWriterRecorder ringWait = recorder();
    private int turns;

    private static SingleWriterRecorder recorder() {
        return new SingleWriterRecorder(LEAST_NANOS, MOST_NANOS, DIGITS);
    }

    /** Whether the turn that ends now is one to be recorded. */
    boolean isDue() {
        return (++turns & EVERY - 1) == 0;
    }

    void sojourn(long nanos) {
        sojourn.recordValue(Math.clamp(nanos, 0, MOST_NANOS));
    }

    void ringWait(long nanos) {
        ringWait.recordValue(Math.clamp(nanos, 0, MOST_NANOS));
    }

    /**
     * What was recorded since the last call for this stage, in nanoseconds.
     *
     * @param used what an earlier call returned and nobody needs any more; null the first time
     */
    public Histogram take(Stage stage, @Nullable Histogram used) {
        return (stage == Stage.WORKER ? sojourn : ringWait).getIntervalHistogram(used);
    }
}
