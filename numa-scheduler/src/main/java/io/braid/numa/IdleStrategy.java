package io.braid.numa;

import java.util.concurrent.locks.LockSupport;

/**
 * What a worker does between cycles that found nothing to do. Belongs to one thread; allocates nothing.
 */
public sealed interface IdleStrategy permits IdleStrategy.BusySpin, IdleStrategy.Backoff {
    /**
     * Idles or resets, depending on what the last cycle did.
     *
     * @param workCount what {@link Agent#doWork} returned
     */
    void idle(int workCount);

    /** Returns the strategy with the lowest latency, which keeps its CPU fully busy. */
    static IdleStrategy busySpin() {
        return new BusySpin();
    }

    /** Returns a strategy that gives the CPU away when idle for longer, sleeping at most 50 us at a time. */
    static IdleStrategy backoff() {
        return new Backoff(100, 100, 1_000, 50_000);
    }

    /** Never leaves the CPU, only tells it that this is a spin loop. For CPUs that run nothing else. */
    final class BusySpin implements IdleStrategy {
        private BusySpin() {}

        @Override
        public void idle(int workCount) {
            if (workCount <= 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Spins, then yields, then sleeps, doubling the sleep up to a bound. For CPUs shared with others. */
    final class Backoff implements IdleStrategy {
        private final int spins;
        private final int yields;
        private final long minParkNanos;
        private final long maxParkNanos;
        private int idleCycles;
        private long parkNanos;

        /**
         * @param spins idle cycles to spin through first
         * @param yields idle cycles to yield in then
         * @param minParkNanos first sleep in nanoseconds, at least 1
         * @param maxParkNanos longest sleep in nanoseconds; the kernel adds about 50 us of timer slack
         * @throws IllegalArgumentException for negative counts or a maximum below the minimum
         */
        public Backoff(int spins, int yields, long minParkNanos, long maxParkNanos) {
            if (spins < 0 || yields < 0 || minParkNanos < 1 || maxParkNanos < minParkNanos) {
                throw new IllegalArgumentException(
                        "spins and yields must be >= 0 and 1 <= minimum <= maximum park, got " + spins + ", " + yields
                                + ", " + minParkNanos + " ns, " + maxParkNanos + " ns");
            }
            this.spins = spins;
            this.yields = yields;
            this.minParkNanos = minParkNanos;
            this.maxParkNanos = maxParkNanos;
            this.parkNanos = minParkNanos;
        }

        @Override
        @SuppressWarnings("ThreadPriorityCheck") // yielding is the purpose, correctness does not lean on it
        public void idle(int workCount) {
            if (workCount > 0) {
                idleCycles = 0;
                parkNanos = minParkNanos;
            } else if (idleCycles < spins) {
                idleCycles++;
                Thread.onSpinWait();
            } else if (idleCycles < spins + yields) {
                idleCycles++;
                Thread.yield();
            } else {
                LockSupport.parkNanos(parkNanos);
                parkNanos = Math.min(parkNanos << 1, maxParkNanos);
            }
        }

        /** The length of the next sleep, for tests. */
        long nextParkNanos() {
            return parkNanos;
        }
    }
}
