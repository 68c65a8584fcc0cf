package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a worker calls per packet allocates nothing, counted by the JVM over a million calls. */
class AllocationTest {
    private static final int CALLS = 1_000_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A field, so that the compiler cannot do without the object. */
    private static volatile long[] kept = {};

    record HotMethod(String name, LongUnaryOperator call) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<HotMethod> hotMethods() {
        FlowHash hash = new FlowHash(1);
        BucketTable table = BucketTable.of(BucketTable.DEFAULT_SIZE, 1, 1, 1, 1);
        BucketActivity activity = new BucketActivity(BucketTable.DEFAULT_SIZE, 0);
        PathLoad load = new PathLoad(0, 0);
        Placement leastLoaded = new Placement(PlacementPolicy.LEAST_LOADED, load, 1, 5);
        Placement byHash = new Placement(PlacementPolicy.HASH, load, 1, 5);
        FlowMover mover = new FlowMover();
        Repath order = new Repath(1, 0, 7, 100, 100_000, RebalancerSettings.DEFAULT);
        var builder = AddressTable.builder(1);
        for (int i = 0; i < 1000; i++) {
            builder.ipv4(i, i).ipv6(1, i, i);
        }
        AddressTable addresses = builder.build();
        MaglevTable maglev = MaglevTable.of(MaglevTable.DEFAULT_SIZE, 1, 1, 1, 1);
        RendezvousGroup rendezvous = RendezvousGroup.of(1, 1, 1, 1);
        RendezvousGroup weighted = RendezvousGroup.of(1, 2, 3, 4);
        Toeplitz rss = Toeplitz.microsoft();
        RssIndirection reta = RssIndirection.even(128, 4);
        return Stream.of(
                new HotMethod("FlowHash.ipv4", i -> hash.ipv4((int) i, 1, 6, 2, 3)),
                new HotMethod("FlowHash.ipv4Addresses", i -> hash.ipv4Addresses((int) i, 1)),
                new HotMethod("FlowHash.ipv6", i -> hash.ipv6(1, i, 2, 3, 6, 4, 5)),
                new HotMethod("FlowHash.ipv6Addresses", i -> hash.ipv6Addresses(1, i, 2, 3)),
                new HotMethod("BucketTable.pathOf", table::pathOf),
                new HotMethod("MaglevTable.pathOf", maglev::pathOf),
                new HotMethod("RendezvousGroup.pathOf", rendezvous::pathOf),
                new HotMethod("RendezvousGroup.pathOf, weighted", weighted::pathOf),
                new HotMethod("Toeplitz.ipv4Addresses", i -> rss.ipv4Addresses((int) i, 1)),
                new HotMethod("Toeplitz.ipv4", i -> rss.ipv4((int) i, 1, 2, 3)),
                new HotMethod("Toeplitz.ipv6Addresses", i -> rss.ipv6Addresses(1, i, 2, 3)),
                new HotMethod("Toeplitz.ipv6", i -> rss.ipv6(1, i, 2, 3, 4, 5)),
                new HotMethod("RssIndirection.queueOf", i -> reta.queueOf((int) i)),
                new HotMethod("BucketTable.bucketOf", table::bucketOf),
                new HotMethod("BucketActivity.touch", i -> {
                    activity.touch(table.bucketOf(i), (int) i);
                    return i;
                }),
                new HotMethod("BucketActivity.idleTicks", i -> activity.idleTicks(table.bucketOf(i), (int) i)),
                new HotMethod("PathLoad", i -> {
                    load.add((int) i & 3, 1000);
                    load.pinned((int) i & 3);
                    load.moved(0, 1, (int) i, (int) i);
                    load.roll((int) i >> 4);
                    return i;
                }),
                new HotMethod("Placement.choose", i -> leastLoaded.choose(i, table, (int) i & 15, false)),
                new HotMethod("Placement.choose by hash", i -> byHash.choose(i, table, (int) i & 15, false)),
                new HotMethod("Placement.rechoose", i -> leastLoaded.rechoose(i, table, 0, false, 0, (int) i, (int) i)),
                new HotMethod(
                        "FlowMover.takes", i -> mover.takes(order, table, i, (int) i & 3, (int) i, 9, (int) i) ? 1 : 0),
                new HotMethod("AddressTable.ipv4", i -> addresses.ipv4((int) i & 2047)),
                new HotMethod("AddressTable.ipv6", i -> addresses.ipv6(1, i & 2047)));
    }

    @ParameterizedTest
    @MethodSource("hotMethods")
    void allocatesNothing(HotMethod method) {
        run(method.call);
        assertEquals(0, allocatedBy(method.call), method.name);
    }

    /** The measurement notices one object among the calls. */
    @Test
    void anAllocationWouldBeSeen() {
        LongUnaryOperator allocating = i -> {
            if (i == CALLS / 2) {
                kept = new long[1];
            }
            return i;
        };
        run(allocating);
        assertTrue(allocatedBy(allocating) > 0);
        assertEquals(1, kept.length);
    }

    private static long allocatedBy(LongUnaryOperator call) {
        long thread = Thread.currentThread().threadId();
        THREADS.getThreadAllocatedBytes(thread);
        long before = THREADS.getThreadAllocatedBytes(thread);
        long sum = run(call);
        long after = THREADS.getThreadAllocatedBytes(thread);
        return sum == Long.MIN_VALUE ? -1 : after - before;
    }

    private static long run(LongUnaryOperator call) {
        long sum = 0;
        for (long i = 0; i < CALLS; i++) {
            sum += call.applyAsLong(i);
        }
        return sum;
    }
}
