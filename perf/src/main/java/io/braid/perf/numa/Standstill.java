package io.braid.perf.numa;

import java.util.concurrent.locks.LockSupport;

/** Measures for how long the machine kept a thread from running that sleeps a millisecond at a time: what is lost meanwhile, queues were too short for. */
final class Standstill implements AutoCloseable {
    private static final long SLEEP_NANOS = 1_000_000;

    private final Thread thread =
            Thread.ofPlatform().daemon().name("standstill").unstarted(this::run);
    private volatile boolean running = true;
    private volatile long longest;

    Standstill() {
        thread.start();
    }

    private void run() {
        long before = System.nanoTime();
        while (running) {
            LockSupport.parkNanos(SLEEP_NANOS);
            long now = System.nanoTime();
            longest = Math.max(longest, now - before - SLEEP_NANOS);
            before = now;
        }
    }

    /** The longest so far, in milliseconds. */
    double longestMillis() {
        return longest / 1e6;
    }

    @Override
    public void close() {
        running = false;
    }
}
