package io.braid.perf.forward;

import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.engine.PinSet;
import io.braid.dataplane.graph.Burst;
import io.braid.dataplane.graph.Checksum;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.PacketGraph;
import io.braid.dataplane.graph.ParseNode;
import io.braid.dataplane.graph.PathNode;
import io.braid.dataplane.graph.ReleaseList;
import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.flow.BucketActivity;
import io.braid.flow.BucketTable;
import io.braid.flow.Rebalancer;
import io.braid.flow.RebalancerSettings;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the packet graph costs for each packet of a burst of 32 without any driver: its parser alone, and all of it either way, over frames of 64 bytes that are put back as they came before
 * each burst, which {@link #restore} alone shows the cost of.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@OperationsPerInvocation(GraphBenchmark.BURST)
public class GraphBenchmark {
    static final int BURST = 32;

    private static final int MEMORY_MIB = 64;
    private static final int ROOM = 2_176;
    /** Of a full packet's payload, for the checksum that software has to make where no hardware does. */
    private static final int PAYLOAD = 1_480;

    /** IPv4 or IPv6. */
    @Param({"4", "6"})
    public int family;

    private final Arena arena = Arena.ofShared();
    private final long packets = arena.allocate((long) BURST * Long.BYTES, 64).address();
    private final Burst burst = new Burst();
    private final ReleaseList surplus = new ReleaseList();
    private final ParseNode parser = new ParseNode(surplus);
    private int port;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private Eal eal;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private PacketPool pool;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private PinSet pins;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private PacketGraph graph;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private ForwardingTable outbound;

    @SuppressWarnings("NullAway.Init") // set in setUp
    private ForwardingTable inbound;

    private final byte[][] in = new byte[BURST][];
    private final byte[][] out = new byte[BURST][];
    private long sent;
    private int tick;

    /** Starts DPDK for its memory, and takes a burst's buffers. */
    @Setup
    public void setUp() {
        eal = Eal.start(EalOptions.ordinaryPages(MEMORY_MIB));
        pool = PacketPool.create("graph", 1023, ROOM, -1);
        pins = PathScene.pins(BURST);
        outbound = PathScene.table(port, false);
        inbound = PathScene.table(port, true);
        var path = new PathNode(
                0,
                pins.hash(),
                pins.of(0),
                new Rebalancer(RebalancerSettings.DEFAULT),
                new BucketActivity(BucketTable.DEFAULT_SIZE, 0),
                new BucketActivity(BucketTable.DEFAULT_SIZE, 0));
        // They stay ours, whatever is decided about them.
        graph = new PacketGraph(
                new Counters(Port.MAX_PORTS), pool, (_, packet) -> sent += packet, new NeighborEvents(), path);
        for (int i = 0; i < BURST; i++) {
            out[i] = CaseFrames.frame(ForwardCase.of(false, family == 6, ForwardCase.Size.B64, BURST), i);
            in[i] = CaseFrames.frame(ForwardCase.of(true, family == 6, ForwardCase.Size.B64, BURST), i);
        }
        if (!pool.allocate(packets, BURST)) {
            throw new IllegalStateException("no buffers");
        }
    }

    /** Gives all back. */
    @TearDown
    public void tearDown() {
        graph.close();
        PacketPool.free(packets, BURST);
        surplus.close();
        burst.close();
        pins.close();
        pool.close();
        eal.close();
        arena.close();
    }

    private void restore(byte[][] from, long addresses) {
        for (int i = 0; i < BURST; i++) {
            long packet = Memory.getLong(packets + (long) i * Long.BYTES);
            Packet.setBytes(packet, from[i]);
            Memory.putLong(addresses + (long) i * Long.BYTES, packet);
        }
    }

    /** Puts a burst back as it came. */
    @Benchmark
    public long restore() {
        restore(out, burst.addresses());
        return burst.addresses();
    }

    /** The parser, with all of its checks. */
    @Benchmark
    public Burst parse() {
        restore(out, burst.addresses());
        burst.begin(BURST, port);
        parser.run(burst);
        return burst;
    }

    /** From a task to an uplink. */
    @Benchmark
    public long egress() {
        restore(out, graph.addresses());
        graph.process(outbound, port, BURST, 0, ++tick >>> 10);
        return sent;
    }

    /** From an uplink to a task. */
    @Benchmark
    public long ingress() {
        restore(in, graph.addresses());
        graph.process(inbound, port, BURST, 0, ++tick >>> 10);
        return sent;
    }

    /** The Internet checksum of a full packet's payload. */
    @Benchmark
    public int checksum() {
        int sum = 0;
        for (int i = 0; i < BURST; i++) {
            long packet = Memory.getLong(packets + (long) i * Long.BYTES);
            sum += Checksum.of(Packet.data(packet), PAYLOAD);
        }
        return sum;
    }
}
