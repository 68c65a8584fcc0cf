package io.braid.perf.numa;

/**
 * A way to hand bursts of packets to one other thread, with the loops that time it. The loops are each queue's own, in a class of its own, so that the JIT compiles them for
 * that queue alone.
 */
abstract class HandoffQueue {
    static final int BURST = 32;
    static final int CAPACITY = 1024;

    /** What the consumer does with packets: it reads them. */
    protected long sum;

    private volatile boolean stopped;

    /** Offers and takes {@code bursts} bursts in turn, on the calling thread. */
    abstract void turns(int bursts);

    /** Offers bursts until {@link #stop}, waiting when there is no room. */
    abstract void produce();

    /** Takes a burst or less, without waiting; how many packets that was. */
    abstract int take();

    /** Takes packets until {@link System#nanoTime} is {@code end}; how many there were. */
    final long consume(long end) {
        long total = 0;
        int spins = 0;
        for (int i = 1; ; i++) {
            int count = take();
            total += count;
            spins = count > 0 ? 0 : idle(spins);
            if (i % 64 == 0 && System.nanoTime() - end >= 0) {
                return total;
            }
        }
    }

    /** Takes what is left. */
    final void drain() {
        while (take() > 0) {
            // until there is nothing
        }
    }

    void start() {
        stopped = false;
    }

    /** Ends {@link #produce} after the burst under way. */
    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    long sum() {
        return sum;
    }

    /** Lets others run after a while without progress: there may be more threads than CPUs. */
    @SuppressWarnings("ThreadPriorityCheck") // only the time is at stake
    static int idle(int spins) {
        if (spins < 200) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return spins + 1;
    }
}
