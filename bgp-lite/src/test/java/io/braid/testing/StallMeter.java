package io.braid.testing;

import io.braid.linux.CpuAffinity;
import io.braid.linux.LinuxException;
import io.braid.linux.RealTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long the machine or this JVM stood still: a thread on each CPU, above all that tests run, sleeps 5 ms at
 * a time and notes when it wakes. Its gaps are a hypervisor's that took a CPU away, a garbage collection's and the like.
 */
public final class StallMeter implements AutoCloseable {
    private static final long SLEEP_NANOS = 5_000_000;
    private static final int PRIORITY = 40; // BFD engines have 20, the daemons they are tried against 10

    private final List<Thread> threads = new ArrayList<>();
    private final int[] cpus = CpuAffinity.get().stream().toArray();
    private final AtomicLongArray awake = new AtomicLongArray(cpus.length);
    private final AtomicLong longest = new AtomicLong();
    private volatile boolean stop;

    /** Starts to measure; to be called by a platform thread. */
    public StallMeter() {
        long now = System.nanoTime();
        for (int i = 0; i < cpus.length; i++) {
            int index = i;
            awake.set(index, now);
            threads.add(Thread.ofPlatform().name("stall-meter-" + i).daemon().start(() -> measure(index)));
        }
    }

    private void measure(int index) {
        CpuAffinity.pin(cpus[index]);
        try {
            RealTime.enter(PRIORITY);
        } catch (LinuxException e) {
            // Not root: it then also sees what other threads' work delays, as the tested ones do.
            System.Logger log = System.getLogger(StallMeter.class.getName());
            log.log(System.Logger.Level.DEBUG, "an ordinary thread measures", e);
        }
        while (!stop) {
            LockSupport.parkNanos(SLEEP_NANOS);
            long now = System.nanoTime();
            longest.accumulateAndGet(now - awake.getAndSet(index, now), Math::max);
        }
    }

    /** Returns the longest time between two wake-ups on one CPU, that which goes on now included. */
    public Duration longestGap() {
        long most = longest.get();
        long now = System.nanoTime();
        for (int i = 0; i < cpus.length; i++) {
            most = Math.max(most, now - awake.get(i));
        }
        return Duration.ofNanos(most);
    }

    @Override
    public void close() {
        stop = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }
    }
}
