package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.flow.FlowHash;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * Runs packets through a real graph with real buffers. After every test all buffers are back and {@code received + made = sent + ended} holds.
 *
 * <p>Each test has a new graph, so all counters begin at zero and flows hash with one fixed seed.
 */
abstract class GraphTestBase {
    private static final int DATA_ROOM = 9216 + 128;
    private static final long SECOND = 1_000_000_000L;

    static final FlowHash HASH = new FlowHash(42);
    static final Arena ARENA = Arena.ofShared();
    private static final long SCRATCH = ARENA.allocate(ValueLayout.JAVA_LONG, 8).address();

    static Eal eal;
    static PacketPool pool;

    final World world = new World();
    final List<Sent> sent = new ArrayList<>();
    final List<String> heard = new ArrayList<>();
    Counters counters;
    PacketGraph graph;
    /** What the graph is told; each {@link #inject} is a second after the one before, so that no rate limit is met unless a test stops the clock. */
    long now = System.nanoTime();

    boolean clockStopped;

    @BeforeAll
    static void startDpdk() {
        eal = Eal.start(EalOptions.ordinaryPages(64));
        pool = PacketPool.create("graph", 1023, DATA_ROOM, -1);
    }

    @AfterAll
    static void stopDpdk() {
        pool.close();
        eal.close();
    }

    @BeforeEach
    void makeGraph() {
        counters = new Counters(World.PORTS);
        graph = newGraph(this::record);
    }

    final PacketGraph newGraph(PacketSink sink) {
        return newGraph(sink, TestPaths.byHash(HASH));
    }

    final PacketGraph newGraph(PacketSink sink, PathNode path) {
        return new PacketGraph(counters, pool, sink, new Listener(), path);
    }

    @AfterEach
    void nothingLeakedAndAllCounted() {
        graph.close();
        assertBalance();
        counters.close();
    }

    final void assertBalance() {
        assertEquals(0, pool.inUse(), "buffers not given back");
        long in = total(Counters.RX_PACKETS) + total(Counters.GENERATED);
        long ended = ended().values().stream().mapToLong(Long::longValue).sum();
        assertEquals(in, total(Counters.TX_PACKETS) + ended, () -> "received + made = sent + ended; ended: " + ended());
    }

    final void record(int port, long packet) {
        sent.add(new Sent(port, Packet.bytes(packet)));
        count(port, packet);
        free(packet);
    }

    final void count(int port, long packet) {
        counters.add(port, Counters.TX_PACKETS, 1);
        counters.add(port, Counters.TX_BYTES, Packet.length(packet));
    }

    static void free(long packet) {
        Memory.putLong(SCRATCH, packet);
        PacketPool.free(SCRATCH, 1);
    }

    /** A buffer with a frame in it. */
    static long packet(byte[] frame) {
        long packet = pool.allocate(SCRATCH);
        if (packet == 0) {
            throw new AssertionError("the pool is empty");
        }
        Packet.setBytes(packet, frame);
        return packet;
    }

    /** A frame spread over several buffers, cut at the given offsets. */
    static long chained(byte[] frame, int... cuts) {
        long head = 0;
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i < cuts.length ? cuts[i] : frame.length;
            long segment = packet(Bytes.slice(frame, from, to));
            if (head == 0) {
                head = segment;
            } else {
                Packet.chain(head, segment);
            }
            from = to;
        }
        return head;
    }

    /** Lets one burst of frames come in by a port; returns what was sent because of it, in order. */
    final List<Sent> inject(int port, byte[]... frames) {
        long[] packets = new long[frames.length];
        for (int i = 0; i < packets.length; i++) {
            packets[i] = packet(frames[i]);
        }
        return injectPackets(world.table(), port, packets);
    }

    final List<Sent> injectPackets(ForwardingTable table, int port, long... packets) {
        int before = sent.size();
        for (int i = 0; i < packets.length; i++) {
            Memory.putLong(graph.addresses() + 8L * i, packets[i]);
        }
        if (!clockStopped) {
            now += SECOND;
        }
        graph.process(table, port, packets.length, now, 0);
        return List.copyOf(sent.subList(before, sent.size()));
    }

    /** Lets frames in, one at a time, and expects each to end for the reason and nothing to be sent. */
    final void assertEnds(Reason reason, int port, byte[]... frames) {
        for (byte[] frame : frames) {
            long before = ended().getOrDefault(reason, 0L);
            List<Sent> out = inject(port, frame);
            String what = HexFormat.of().formatHex(frame);
            assertEquals(List.of(), out, what);
            assertEquals(
                    before + 1,
                    ended().getOrDefault(reason, 0L),
                    () -> reason + " for " + what + ", but ended: " + ended());
        }
    }

    /** Lets a frame in and expects exactly one to leave, by {@code outPort}; returns it. */
    final byte[] assertSent(int outPort, int port, byte[] frame) {
        List<Sent> out = inject(port, frame);
        assertEquals(1, out.size(), () -> "sent " + out + ", ended " + ended());
        assertEquals(outPort, out.getFirst().port());
        return out.getFirst().bytes();
    }

    static void assertBytes(byte[] expected, byte[] actual) {
        assertArrayEquals(
                expected,
                actual,
                () -> "expected " + HexFormat.of().formatHex(expected) + "\n  but was "
                        + HexFormat.of().formatHex(actual));
    }

    /** How many packets ended for each reason, over all ports; reasons without any are left out. */
    final Map<Reason, Long> ended() {
        var all = new EnumMap<Reason, Long>(Reason.class);
        for (Reason reason : Reason.values()) {
            long n = 0;
            for (int port = 0; port < World.PORTS; port++) {
                n += counters.get(port, reason);
            }
            if (n > 0) {
                all.put(reason, n);
            }
        }
        return all;
    }

    final long total(int cell) {
        long n = 0;
        for (int port = 0; port < World.PORTS; port++) {
            n += counters.get(port, cell);
        }
        return n;
    }

    /** Writes down what the graph says about neighbors, as {@code uplink address mac solicited|unsolicited}. */
    private final class Listener implements NeighborListener {
        @Override
        public void ipv4(int uplink, int address, long mac, boolean solicited) {
            note(uplink, Integer.toHexString(address), mac, solicited);
        }

        @Override
        public void ipv6(int uplink, long high, long low, long mac, boolean solicited) {
            note(uplink, Long.toHexString(high) + ":" + Long.toHexString(low), mac, solicited);
        }

        private void note(int uplink, String address, long mac, boolean solicited) {
            heard.add(
                    uplink + " " + address + " " + Long.toHexString(mac) + (solicited ? " solicited" : " unsolicited"));
        }
    }
}
