package io.braid.numa;

import java.util.concurrent.locks.LockSupport;

/**
 * What a worker does between cycles that found nothing to do. An instance belongs to one worker; idling allocates nothing.
 *
 * <table>
 * <caption>What each costs when there are no packets, and what a packet waits for (CPU measured on a VM with an agent that has nothing to do)</caption>
 * <tr><th>strategy</th><th>CPU</th><th>a packet from a NIC waits</th><th>a handed-over packet waits</th></tr>
 * <tr><td>{@link #busySpin}</td><td>all of it</td><td>for the cycle</td><td>for the cycle</td></tr>
 * <tr><td>{@link #pause}</td><td>all that no other thread wants</td><td>for the cycle, or until other threads on this CPU have had their turn</td><td>the same</td></tr>
 * <tr><td>{@link #backoff}</td><td>7 %</td><td>up to 50 us and the kernel's timer slack of 50 us</td><td>the same</td></tr>
 * <tr><td>{@link #sleep}</td><td>12 % with a longest sleep of 50 us, 4 % with 200 us, 2 % with 1 ms</td><td>up to the longest sleep</td><td>20 us for the wake-up, of which its producer pays 10</td></tr>
 * </table>
 */
public sealed interface IdleStrategy
        permits IdleStrategy.BusySpin, IdleStrategy.Pause, IdleStrategy.Backoff, SleepingIdle {
    /**
     * Idles or resets, depending on what the last cycle did. The worker's thread only.
     *
     * @param workCount what {@link Agent#doWork} returned
     */
    void idle(int workCount);

    /** Prepares the calling thread, the worker's, before its first cycle. */
    default void prepare() {}

    /** Returns whether the CPU is given away when there is nothing to do for longer, however few threads want it. */
    boolean sleeps();

    /**
     * Ends the worker's sleep, if it is in one that has to be ended; to be called by any thread after it gave the worker
     * something to do. Returns at once; nothing that was there before the call is left lying while the worker sleeps.
     */
    default void wake() {}

    /** Returns whether {@link #wake} does anything, so that callers may leave it out. */
    default boolean needsWaking() {
        return false;
    }

    /** Returns the strategy with the lowest latency, which keeps its CPU fully busy. */
    static IdleStrategy busySpin() {
        return new BusySpin();
    }

    /** Returns a strategy that keeps its CPU busy but lets other threads have their turns when idle for longer. */
    static IdleStrategy pause() {
        return new Pause(1_000);
    }

    /** Returns a strategy that gives the CPU away when idle for longer, sleeping at most 50 us at a time. */
    static IdleStrategy backoff() {
        return new Backoff(100, 100, 1_000, 50_000);
    }

    /**
     * Returns a strategy that soon sleeps when idle, and is woken by hand-offs.
     *
     * @param maxSleepNanos longest sleep, 1,000 to 10,000,000 nanoseconds: what a packet from a NIC may have to wait
     */
    static IdleStrategy sleep(long maxSleepNanos) {
        return new SleepingIdle(maxSleepNanos);
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

        @Override
        public boolean sleeps() {
            return false;
        }
    }

    /** Spins, then yields to whoever else is ready to run on this CPU. For CPUs that should run nothing else but may have to. */
    final class Pause implements IdleStrategy {
        private final int spins;
        private int idleCycles;

        private Pause(int spins) {
            this.spins = spins;
        }

        @Override
        @SuppressWarnings("ThreadPriorityCheck") // yielding is the purpose, correctness does not lean on it
        public void idle(int workCount) {
            if (workCount > 0) {
                idleCycles = 0;
            } else if (idleCycles < spins) {
                idleCycles++;
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }

        @Override
        public boolean sleeps() {
            return false;
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

        @Override
        public boolean sleeps() {
            return true;
        }

        /** The length of the next sleep, for tests. */
        long nextParkNanos() {
            return parkNanos;
        }
    }
}
