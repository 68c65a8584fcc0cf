package io.braid.perf.jmh;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.Memory;
import io.braid.numa.HandoffRing;
import io.braid.perf.numa.RteRing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Packets that go from one or two threads to another in bursts of 32, by our ring and by DPDK's: look at {@code received}. Three threads on two CPUs measure the scheduler as much as the ring.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HandoffThroughputBenchmark {
    private static final int BURST = HandoffBenchmark.BURST;

    private final MemorySegment burst = Arena.ofAuto().allocate(JAVA_LONG, BURST);
    private final MemorySegment taken = Arena.ofAuto().allocate(JAVA_LONG, BURST);
    private final HandoffRing ring = new HandoffRing(HandoffBenchmark.CAPACITY);
    private final HandoffRing.BurstHandler handler = (packets, count, _) -> add(packets, count);
    private long sum;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private Eal eal;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private RteRing rteRing;

    /** Counts packets instead of polls, most of which find nothing. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Received {
        /** Packets taken. */
        public long received;
    }

    /** Starts DPDK. */
    @Setup
    public void setUp() {
        eal = Eal.start(
                new EalOptions(HandoffBenchmark.MEMORY_MIB, EalOptions.Hugepages.AUTO, List.of(), 0, List.of()));
        rteRing = new RteRing("jmh", HandoffBenchmark.CAPACITY);
    }

    /** Ends DPDK. */
    @TearDown
    public void tearDown() {
        rteRing.close();
        eal.close();
    }

    private void add(long packets, int count) {
        long s = sum;
        for (int i = 0; i < count; i++) {
            s += Memory.getLong(packets + (long) i * Long.BYTES);
        }
        sum = s;
    }

    @SuppressWarnings("ThreadPriorityCheck") // there may be fewer CPUs than threads
    private void offer() {
        if (ring.offer(burst.address(), BURST, 3) < BURST) {
            Thread.yield();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck")
    private void enqueue() {
        if (!rteRing.enqueue(burst.address(), BURST)) {
            Thread.yield();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck")
    private long poll(Received count) {
        int packets = ring.pollBursts(handler, BURST);
        count.received += packets;
        if (packets == 0) {
            Thread.yield();
        }
        return sum;
    }

    @SuppressWarnings("ThreadPriorityCheck")
    private long dequeue(Received count) {
        if (rteRing.dequeue(taken.address(), BURST)) {
            add(taken.address(), BURST);
            count.received += BURST;
        } else {
            Thread.yield();
        }
        return sum;
    }

    /** One producer. */
    @Benchmark
    @Group("braid1")
    @GroupThreads(1)
    public void braid1Offer() {
        offer();
    }

    /** Its consumer. */
    @Benchmark
    @Group("braid1")
    @GroupThreads(1)
    public long braid1Poll(Received count) {
        return poll(count);
    }

    /** Two producers. */
    @Benchmark
    @Group("braid2")
    @GroupThreads(2)
    public void braid2Offer() {
        offer();
    }

    /** Their consumer. */
    @Benchmark
    @Group("braid2")
    @GroupThreads(1)
    public long braid2Poll(Received count) {
        return poll(count);
    }

    /** One producer. */
    @Benchmark
    @Group("rteRing1")
    @GroupThreads(1)
    public void rteRing1Enqueue() {
        enqueue();
    }

    /** Its consumer. */
    @Benchmark
    @Group("rteRing1")
    @GroupThreads(1)
    public long rteRing1Dequeue(Received count) {
        return dequeue(count);
    }

    /** Two producers. */
    @Benchmark
    @Group("rteRing2")
    @GroupThreads(2)
    public void rteRing2Enqueue() {
        enqueue();
    }

    /** Their consumer. */
    @Benchmark
    @Group("rteRing2")
    @GroupThreads(1)
    public long rteRing2Dequeue(Received count) {
        return dequeue(count);
    }
}
