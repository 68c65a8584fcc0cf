package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.engine.PinSet;
import io.braid.dataplane.engine.QueueCounters;
import io.braid.dataplane.engine.Snapshot;
import io.braid.dataplane.engine.SnapshotCell;
import io.braid.dataplane.engine.WorkerGenerations;
import io.braid.dataplane.engine.WorkerShared;
import io.braid.dataplane.graph.AddressSet;
import io.braid.dataplane.graph.Endpoint;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.Hop;
import io.braid.dataplane.graph.TaskEntry;
import io.braid.dataplane.graph.UplinkEntry;
import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.RingPorts;
import io.braid.flow.AddressTable;
import io.braid.flow.BucketTable;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowTimeouts;
import io.braid.flow.PathView;
import io.braid.flow.PlacementPolicy;
import io.braid.flow.Rebalancer;
import io.braid.flow.RebalancerSettings;
import io.braid.numa.HandoffRing;
import io.braid.numa.IdleStrategy;
import io.braid.numa.WorkerThread;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Two real workers between memory rings: an uplink with two receive queues, worker 0 polling queue 0 and worker 1 queue 1, and one task. The far ends are the test's.
 * One for each process, since it has DPDK.
 */
final class RingWorld implements AutoCloseable {
    static final int RING = 4096;
    static final int BURST = 32;
    private static final int NUMBER_AT = 42;
    private static final int TASK_IP = 0x0a640001;
    private static final long UPLINK_MAC = 0x020000000001L;
    private static final long TASK_MAC = 0x02b2a1d10000L;
    private static final long GATEWAY_MAC = 0x02b2a1d00001L;

    private final Eal eal = Eal.start(EalOptions.ordinaryPages(128));
    final PacketPool pool = PacketPool.create("rings", 16_383, 2_176, -1);
    final RingPorts uplink = RingPorts.create("up", 2048, 1500, pool, 2);
    final RingPorts task = RingPorts.create("task", 2048, 1500, pool);
    final WorkerGenerations generations = new WorkerGenerations(2);
    final QueueCounters queues = new QueueCounters(Port.MAX_PORTS);
    final WorkerShared shared;
    final List<ForwardingWorker> workers;
    private final List<WorkerThread> threads = new ArrayList<>();
    private final PinSet pins = new PinSet(
            List.of(-1, -1), 1024, FlowTimeouts.ofIdle(60_000), PlacementPolicy.HASH, 50, new FlowHash(1), 0);
    private final Arena arena = Arena.ofShared();
    private final long scratch = arena.allocate(ValueLayout.JAVA_LONG, BURST).address();
    private final byte[] frame = frame();

    RingWorld(Assignments assignments, PortQueues taskQueues, boolean waitForRoom) {
        assignments.add(uplink.near(), new PortQueues(List.of(0, 1), List.of(0, 1), 0), false);
        assignments.add(task.near(), taskQueues, true);
        this.shared = new WorkerShared(
                new SnapshotCell(snapshot(0, assignments)),
                IntStream.range(0, 2).mapToObj(_ -> new HandoffRing(RING)).toList(),
                generations,
                queues,
                new NeighborEvents(),
                pins,
                Port.MAX_PORTS,
                waitForRoom);
        var rebalancer = new Rebalancer(RebalancerSettings.DEFAULT);
        this.workers = IntStream.range(0, 2)
                .mapToObj(i -> new ForwardingWorker(i, 0, pool, rebalancer, shared))
                .toList();
    }

    /** Has a worker poll, on the CPU of its number. */
    void start(int worker) {
        threads.add(new WorkerThread(workers.get(worker), worker, IdleStrategy.backoff()).start());
    }

    void publish(long generation, Assignments assignments) {
        shared.snapshots().publish(snapshot(generation, assignments));
    }

    /** As below, for a test that sends seldom. */
    boolean send(int queue, long number) {
        return send(queue, number, scratch);
    }

    /**
     * Sends a burst of packets for the task by an uplink queue.
     *
     * @param number of the first
     * @param scratch address of room for {@link #BURST} longs
     * @return whether there were buffers for it
     */
    boolean send(int queue, long number, long scratch) {
        if (!pool.allocate(scratch, BURST)) {
            return false;
        }
        var numbers = ByteBuffer.wrap(frame);
        for (int i = 0; i < BURST; i++) {
            numbers.putLong(NUMBER_AT, number + i);
            Packet.setBytes(Memory.getLong(scratch + 8L * i), frame);
        }
        int sent = uplink.far().txQueue(queue).send(scratch, BURST);
        if (sent < BURST) {
            PacketPool.free(scratch + 8L * sent, BURST - sent);
            throw new AssertionError("the ring took " + sent + " of " + BURST);
        }
        return true;
    }

    /** The number of a packet that arrived. */
    static long number(long packet) {
        return Memory.getLongBe(Packet.data(packet) + NUMBER_AT);
    }

    private static byte[] frame() {
        var frame = ByteBuffer.allocate(60);
        frame.putShort((short) (UPLINK_MAC >>> 32)).putInt((int) UPLINK_MAC);
        frame.putShort((short) 0x0200).putInt(0xaa).putShort((short) 0x0800);
        frame.putShort((short) 0x4500)
                .putShort((short) 46)
                .putInt(0x4000)
                .put((byte) 64)
                .put((byte) 17);
        frame.putShort((short) 0).putInt(0x0ac80001).putInt(TASK_IP);
        int sum = 0;
        for (int i = 14; i < 34; i += 2) {
            sum += frame.getShort(i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        frame.putShort(24, (short) ~((sum & 0xffff) + (sum >>> 16)));
        frame.putShort((short) 9).putShort((short) 9).putShort((short) 26).putShort((short) 0);
        return frame.array();
    }

    private Snapshot snapshot(long generation, Assignments assignments) {
        BucketTable group = BucketTable.of(BucketTable.DEFAULT_SIZE, 1);
        AddressTable.Builder addresses = AddressTable.builder();
        addresses.ipv4(TASK_IP, Endpoint.taskIp(0));
        var none = new AddressSet(new int[0], new long[0]);
        var own = new AddressSet(new int[] {TASK_IP}, new long[0]);
        int up = uplink.near().id();
        int to = task.near().id();
        return new Snapshot(
                new ForwardingTable(
                        generation,
                        addresses.build(),
                        new PathView[] {PathView.of(group, group)},
                        new UplinkEntry[] {new UplinkEntry(0, up, -1, 0, UPLINK_MAC, true, none)},
                        new TaskEntry[] {new TaskEntry(0, to, GATEWAY_MAC, own, 0)},
                        new Hop[] {new Hop(up, 1500, UPLINK_MAC, 0xaa, 0xaa, 0, 0, 0)},
                        Collections.<@Nullable Hop>nCopies(1, null).toArray(Hop[]::new),
                        new Hop[] {new Hop(to, 1500, GATEWAY_MAC, TASK_MAC, TASK_MAC, 0, 0, 0)},
                        Port.MAX_PORTS),
                assignments.bindings());
    }

    /** Stops the workers; what lies in rings between them is given back. */
    void stop() {
        threads.forEach(WorkerThread::close);
        threads.clear();
    }

    /** Insists that every buffer came back. */
    @Override
    public void close() {
        stop();
        for (int n = task.far().rxQueue(0).receive(scratch, BURST); n > 0; ) {
            PacketPool.free(scratch, n);
            n = task.far().rxQueue(0).receive(scratch, BURST);
        }
        uplink.near().close();
        uplink.far().close();
        task.near().close();
        task.far().close();
        generations.close();
        queues.close();
        pins.close();
        arena.close();
        int missing = pool.inUse();
        pool.close();
        eal.close();
        if (missing != 0) {
            throw new AssertionError(missing + " buffers were not given back");
        }
    }
}
