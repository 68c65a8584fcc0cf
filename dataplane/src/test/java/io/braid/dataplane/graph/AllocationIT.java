package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Offload;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketOffloads;
import io.braid.dpdk.PacketPool;
import io.braid.flow.PlacementPolicy;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In the steady state a burst allocates nothing, whatever is in it. */
class AllocationIT extends GraphTestBase {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 2_000;
    private static final int SEGMENT = 600;
    private static final long STEP = 100_000_000;

    /** Room to build a burst in, so that the test itself allocates nothing either. */
    private final Arena arena = Arena.ofShared();

    private final long out = arena.allocate(ValueLayout.JAVA_LONG, 4096).address();
    private int outCount;

    @BeforeEach
    void sendWithoutAllocating() {
        graph.close();
        graph = new PacketGraph(
                counters,
                pool,
                (port, packet) -> {
                    count(port, packet);
                    Memory.putLong(out + 8L * outCount++, packet);
                },
                new SilentListener(),
                // The policy that does everything that the others do, and more.
                TestPaths.of(HASH, TestPaths.pins(HASH, PlacementPolicy.FLOWLET)));
    }

    private void burst(ForwardingTable table, int port, byte[][] frames) {
        if (!pool.allocate(graph.addresses(), frames.length)) {
            throw new AssertionError("the pool is empty");
        }
        for (int i = 0; i < frames.length; i++) {
            long packet = Memory.getLong(graph.addresses() + 8L * i);
            Packet.setBytes(packet, frames[i]);
            if (world.tasksLeaveWork) {
                PacketOffloads.markUnfinished(packet, frames[i].length > SEGMENT ? SEGMENT : 0);
            }
        }
        now += STEP;
        graph.process(table, port, frames.length, now, 1);
        if (outCount > 0) {
            PacketPool.free(out, outCount);
            outCount = 0;
        }
    }

    private void assertAllocatesNothing(int port, List<byte[]> samples) {
        byte[][] frames = samples.toArray(byte[][]::new);
        ForwardingTable table = world.table();
        for (int n = 0; n < WARM_UP; n++) {
            burst(table, port, frames);
        }
        long fewest = Long.MAX_VALUE;
        // A compilation that ends meanwhile may allocate once on this thread; a leak per burst shows every time.
        for (int round = 0; round < 5 && fewest != 0; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int n = 0; n < MEASURED; n++) {
                burst(table, port, frames);
            }
            fewest = Math.min(fewest, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, fewest, "bytes allocated by " + MEASURED + " bursts");
        assertEquals(0, pool.inUse());
    }

    @Test
    void whatIsRefusedAndWhatIsOverItsCap() {
        world.circles[1] = 1;
        world.hostTraffic = HostTraffic.NONE;
        world.caps[0] = new TaskCaps(1_000_000, 100, 0, 0);
        var samples = new java.util.ArrayList<>(Samples.task(0));
        samples.add(World.out4(0).udp(67, 68, Bytes.payload(8)).build());
        samples.add(World.out6(0).fragment(0, true).icmp(134, 0, 0, new byte[8]).build());
        assertAllocatesNothing(World.taskPort(0), samples);
    }

    @Test
    void everythingThatComesInByAnUplink() {
        assertAllocatesNothing(0, Samples.uplink(0));
    }

    @Test
    void everythingATaskSends() {
        assertAllocatesNothing(World.taskPort(0), Samples.task(0));
    }

    @Test
    void everythingATaskLeavesToBeDone() {
        world.tasksLeaveWork = true;
        var frames = new ArrayList<>(Samples.task(0));
        frames.add(World.out4(0).tcp(1, 2, Bytes.payload(1400)).build());
        frames.add(World.out6(0).tcp(1, 2, Bytes.payload(1400)).build());
        assertAllocatesNothing(World.taskPort(0), frames);
        assertTrue(ended().containsKey(Reason.SEGMENTED));
        world.uplinkFinishes = Offload.ALL;
        assertAllocatesNothing(World.taskPort(0), frames);
    }

    @Test
    void drops() {
        assertAllocatesNothing(
                0,
                List.of(
                        World.in4(0).version(5).udp(1, 2, new byte[9]).build(),
                        World.in4(0).headerChecksum(1).udp(1, 2, new byte[9]).build(),
                        World.in4(0).from("127.0.0.1").udp(1, 2, new byte[9]).build(),
                        World.in6(0).to("2001:db8::dead").udp(1, 2, new byte[9]).build(),
                        new byte[3]));
    }

    @Test
    void whatTheHostSends() {
        assertAllocatesNothing(World.punt(1), Samples.task(0));
    }
}
