package io.braid.perf.numa;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * What handing over a burst of 32 packets costs, beside {@code rte_ring} and others in the same run.
 *
 * <p>All take turns in slices of a millisecond or so, hundreds of times, and the medians are compared: what else the machine does meanwhile meets all of them alike.
 *
 * @param turns nanoseconds for each packet when one thread offers and takes in turn: the cost itself, whatever the number of CPUs
 * @param quiet the same in the fastest tenth of the slices, when nothing else took the CPU or its caches
 * @param oneProducer nanoseconds from packet to packet from one thread to another on another CPU
 * @param twoProducers the same from two threads; on a machine with fewer than three CPUs they share theirs
 */
public record HandoffFigures(
        Map<String, Double> turns,
        Map<String, Double> quiet,
        Map<String, Double> oneProducer,
        Map<String, Double> twoProducers) {
    /** Our ring, its handler called for each run. */
    public static final String BRAID = "braid";
    /** Our ring, its handler called for each packet. */
    public static final String BRAID_BY_PACKET = "braid_by_packet";

    /** DPDK's ring for many producers and one consumer. */
    public static final String RTE_RING = "rte_ring";

    /** JCTools' MpscVarHandleArrayQueue, with bursts claimed at once. */
    public static final String JCTOOLS = "jctools_mpsc";

    /** The JDK's ArrayBlockingQueue. */
    public static final String NAIVE = "array_blocking_queue";

    /** What the cost beside rte_ring's is not to exceed. */
    public static final double LIMIT = 1.2;

    private static final int MEMORY_MIB = 64;
    private static final int TURNS_SLICES = 800;
    private static final int TURNS_BURSTS = 1_000;
    private static final int CROSS_SLICES = 24;
    private static final long CROSS_NANOS = 20_000_000;

    /** Our cost divided by rte_ring's, on one thread. */
    public double ratioToRteRing() {
        return ratio(turns, BRAID);
    }

    /** The same when the machine is quiet. */
    public double ratioQuiet() {
        return ratio(quiet, BRAID);
    }

    /** The same with a call for each packet. */
    public double ratioByPacket() {
        return ratio(turns, BRAID_BY_PACKET);
    }

    static double ratio(Map<String, Double> nanos, String queue) {
        return nanos(nanos, queue) / nanos(nanos, RTE_RING);
    }

    static double nanos(Map<String, Double> nanos, String queue) {
        Double value = nanos.get(queue);
        if (value == null) {
            throw new IllegalStateException(queue + " was not measured");
        }
        return value;
    }

    /**
     * Measures; takes about 15 s. Starts DPDK, so once in a process.
     *
     * @param scale share of the slices, 1 for all
     * @param progress is told what is being done
     */
    public static HandoffFigures measure(double scale, Consumer<String> progress) throws InterruptedException {
        var task = new FutureTask<>(() -> {
            CpuSet cpus = CpuAffinity.get();
            try (Eal eal = Eal.start(new EalOptions(MEMORY_MIB, EalOptions.Hugepages.AUTO, List.of(), 0, List.of()))) {
                progress.accept("handing over bursts of 32 beside " + eal.version());
                return measureWith(cpus, scale, progress);
            }
        });
        // A thread of its own: it is pinned, which must not stick to the caller's.
        Thread.ofPlatform().name("handoff").start(task);
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("could not measure hand-offs: " + e.getCause(), e.getCause());
        }
    }

    private static HandoffFigures measureWith(CpuSet cpus, double scale, Consumer<String> progress)
            throws InterruptedException {
        try (var rteRing = new RteRingQueue()) {
            Map<String, HandoffQueue> queues = new LinkedHashMap<>();
            queues.put(BRAID, new BraidQueue());
            queues.put(RTE_RING, rteRing);
            queues.put(BRAID_BY_PACKET, new BraidPacketQueue());
            queues.put(JCTOOLS, new JctoolsQueue());
            queues.put(NAIVE, new NaiveQueue());
            CpuAffinity.pin(cpus.last());
            int turns = Math.max(20, (int) (TURNS_SLICES * scale));
            var alone = samples(queues, turns, HandoffFigures::turns);
            int crossings = Math.max(4, (int) (CROSS_SLICES * scale));
            progress.accept("the same from one thread to another");
            var one = samples(queues, crossings, queue -> cross(queue, 1, cpus));
            progress.accept("the same from two threads to another");
            var two = samples(queues, crossings, queue -> cross(queue, 2, cpus));
            return new HandoffFigures(at(0.5, alone), at(0.1, alone), at(0.5, one), at(0.5, two));
        }
    }

    /** The queues in turn, {@code slices} times after half as many to warm up; what each took, least first. */
    private static Map<String, double[]> samples(
            Map<String, HandoffQueue> queues, int slices, ToDoubleFunction<HandoffQueue> slice) {
        Map<String, double[]> samples = new LinkedHashMap<>();
        for (int i = -slices / 2; i < slices; i++) {
            int at = i;
            queues.forEach((name, queue) -> {
                double nanos = slice.applyAsDouble(queue);
                if (at >= 0) {
                    samples.computeIfAbsent(name, _ -> new double[slices])[at] = nanos;
                }
            });
        }
        samples.values().forEach(Arrays::sort);
        return samples;
    }

    /** What the given share of each queue's slices does not exceed. */
    private static Map<String, Double> at(double share, Map<String, double[]> samples) {
        Map<String, Double> result = new LinkedHashMap<>();
        samples.forEach((name, sorted) -> result.put(name, sorted[(int) (sorted.length * share)]));
        return result;
    }

    private static double turns(HandoffQueue queue) {
        long begin = System.nanoTime();
        queue.turns(TURNS_BURSTS);
        return (System.nanoTime() - begin) / (double) (TURNS_BURSTS * HandoffQueue.BURST);
    }

    /** The calling thread takes what {@code producers} threads on other CPUs offer. */
    private static double cross(HandoffQueue queue, int producers, CpuSet cpus) {
        CpuSet others = cpus.size() > 1 ? cpus.without(CpuSet.of(cpus.last())) : cpus;
        int[] cpuOf = others.stream().toArray();
        Thread[] threads = new Thread[producers];
        var go = new CountDownLatch(producers);
        queue.start();
        for (int p = 0; p < producers; p++) {
            int cpu = cpuOf[p % cpuOf.length];
            threads[p] = Thread.ofPlatform().start(() -> {
                CpuAffinity.pin(cpu);
                go.countDown();
                queue.produce();
            });
        }
        try {
            go.await();
            long begin = System.nanoTime();
            long packets = queue.consume(begin + CROSS_NANOS);
            double nanos = (System.nanoTime() - begin) / (double) Math.max(1, packets);
            queue.stop();
            for (Thread thread : threads) {
                thread.join();
            }
            queue.drain();
            return nanos;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while measuring", e);
        }
    }
}
