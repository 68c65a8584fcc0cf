package io.braid.perf.numa;

import io.braid.linux.CpuAffinity;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** How much two threads on two CPUs compute together beside one: virtual CPUs may share a core, and other load takes its part. */
final class TwoThreads {
    private static final int STEP = 1_000;
    private static final long MULTIPLIER = 6_364_136_223_846_793_005L;

    private TwoThreads() {}

    static double overOne(List<Integer> cpus, long nanos) throws InterruptedException {
        double one = steps(cpus.subList(0, 1), nanos);
        return steps(cpus.subList(0, 2), nanos) / one;
    }

    private static double steps(List<Integer> cpus, long nanos) throws InterruptedException {
        var sum = new AtomicLong();
        List<Thread> threads = cpus.stream()
                .map(cpu -> Thread.ofPlatform().start(() -> {
                    CpuAffinity.pin(cpu);
                    sum.addAndGet(compute(nanos));
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        return sum.get();
    }

    /** Steps that were done in the time; the value only keeps them from being left out. */
    private static long compute(long nanos) {
        long end = System.nanoTime() + nanos;
        long steps = 0;
        long value = 1;
        while (System.nanoTime() - end < 0) {
            for (int i = 0; i < STEP; i++) {
                value = value * MULTIPLIER + 1;
            }
            steps++;
        }
        return value == 0 ? 0 : steps;
    }
}
