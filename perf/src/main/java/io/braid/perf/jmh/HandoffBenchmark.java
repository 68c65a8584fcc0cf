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
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to offer a burst of 32 packets to a ring and to take it out again, on one thread: {@link #braid} beside DPDK's {@link #rteRing}, which costs a downcall for either, JCTools and
 * the JDK. On a machine that does other things too, {@code ./braid perf numa handoff} compares better: there all take turns. From thread to thread: {@link HandoffThroughputBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@OperationsPerInvocation(HandoffBenchmark.BURST)
public class HandoffBenchmark {
    static final int BURST = 32;
    static final int CAPACITY = 1024;
    static final int MEMORY_MIB = 64;

    private final MemorySegment burst = Arena.ofAuto().allocate(JAVA_LONG, BURST);
    private final MemorySegment taken = Arena.ofAuto().allocate(JAVA_LONG, BURST);
    private final Long[] boxed = new Long[BURST];
    private final HandoffRing ring = new HandoffRing(CAPACITY);
    private final HandoffRing.Handler packetHandler = (packet, _) -> this.sum += packet;
    private final HandoffRing.BurstHandler burstHandler = (packets, count, _) -> add(packets, count);
    private final MpscVarHandleArrayQueue<Long> jctools = new MpscVarHandleArrayQueue<>(CAPACITY);
    private final ArrayBlockingQueue<Long> naive = new ArrayBlockingQueue<>(CAPACITY);
    private int next;
    private long sum;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private Eal eal;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private RteRing rteRing;

    /** Starts DPDK. */
    @Setup
    public void setUp() {
        for (int i = 0; i < BURST; i++) {
            burst.setAtIndex(JAVA_LONG, i, 1_000 + i);
            boxed[i] = 1_000L + i;
        }
        eal = Eal.start(new EalOptions(MEMORY_MIB, EalOptions.Hugepages.AUTO, List.of(), 0, List.of()));
        rteRing = new RteRing("jmh", CAPACITY);
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

    /** As workers do it. */
    @Benchmark
    public long braid() {
        ring.offer(burst.address(), BURST, 3);
        ring.pollBursts(burstHandler, BURST);
        return sum;
    }

    /** With a call for each packet. */
    @Benchmark
    public long braidByPacket() {
        ring.offer(burst.address(), BURST, 3);
        ring.poll(packetHandler, BURST);
        return sum;
    }

    /** Each packet offered by itself. */
    @Benchmark
    public long braidOneByOne() {
        for (int i = 0; i < BURST; i++) {
            ring.offer(burst.getAtIndex(JAVA_LONG, i), 3);
        }
        ring.poll(packetHandler, BURST);
        return sum;
    }

    /** DPDK's ring for many producers and one consumer. */
    @Benchmark
    public long rteRing() {
        rteRing.enqueue(burst.address(), BURST);
        rteRing.dequeue(taken.address(), BURST);
        add(taken.address(), BURST);
        return sum;
    }

    /** JCTools' array queue, a burst claimed at once, objects made beforehand. */
    @Benchmark
    public long jctools() {
        jctools.fill(() -> boxed[next++ & (BURST - 1)], BURST);
        jctools.drain(packet -> sum += packet, BURST);
        return sum;
    }

    /** The JDK's bounded queue. */
    @Benchmark
    public long arrayBlockingQueue() {
        for (int i = 0; i < BURST; i++) {
            naive.offer(boxed[i]);
        }
        for (int i = 0; i < BURST; i++) {
            Long packet = naive.poll();
            sum += packet == null ? 0 : packet;
        }
        return sum;
    }
}
