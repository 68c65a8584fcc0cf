package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.NeighborEvents;
import io.braid.dataplane.engine.PinSet;
import io.braid.dataplane.engine.QueueCounters;
import io.braid.dataplane.engine.QueueDrain;
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
import io.braid.dpdk.RxQueue;
import io.braid.dpdk.TxQueue;
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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A NIC is told a thousand times to put a task's packets into another queue, which another worker polls, and no packet passes another. The NIC is this test: it sends
 * numbered packets by one ring or the other of a port with two.
 */
class HardwareSteeringIT {
    private static final int CHANGES = 1_000;
    private static final int TASK_IP = 0x0a640001;
    private static final long UPLINK_MAC = 0x020000000001L;
    private static final long TASK_MAC = 0x02b2a1d10000L;
    private static final long GATEWAY_MAC = 0x02b2a1d00001L;
    private static final int NUMBER_AT = 42;

    @SuppressWarnings("NullAway.Init")
    private PacketPool pool;

    /** The queue that the NIC uses; its sender says which one it goes by. */
    private volatile int rule;

    private volatile int followed;
    private volatile long sent;
    private final AtomicBoolean running = new AtomicBoolean(true);
    private long received;
    private long late;
    private long last = -1;

    @Test
    @Timeout(120)
    void noPacketPassesAnotherWhileTheNicChangesItsQueue() throws InterruptedException {
        try (Eal eal = Eal.start(EalOptions.ordinaryPages(128))) {
            assertNotNull(eal);
            pool = PacketPool.create("steer", 16_383, 2_176, -1);
            RingPorts uplink = RingPorts.create("up", 2048, 1500, pool, 2);
            RingPorts task = RingPorts.create("task", 2048, 1500, pool);
            var assignments = new Assignments(2);
            assignments.add(uplink.near(), new PortQueues(List.of(0, 1), List.of(0, 1), 0), false);
            assignments.add(task.near(), PortQueues.single(1), true);
            run(uplink, task, assignments);
            assertEquals(0, pool.inUse());
        }
        assertEquals(0, late, "packets that came after a later one");
        assertEquals(sent, received);
        assertTrue(sent > CHANGES, "sent " + sent);
    }

    private void run(RingPorts uplink, RingPorts task, Assignments assignments) throws InterruptedException {
        try (var generations = new WorkerGenerations(2);
                var queues = new QueueCounters(Port.MAX_PORTS);
                var pins = new PinSet(
                        List.of(-1, -1),
                        1024,
                        FlowTimeouts.ofIdle(60_000),
                        PlacementPolicy.HASH,
                        50,
                        new FlowHash(1),
                        0)) {
            var snapshots = new SnapshotCell(snapshot(0, uplink.near(), task.near(), assignments));
            var shared = new WorkerShared(
                    snapshots,
                    IntStream.range(0, 2).mapToObj(_ -> new HandoffRing(4096)).toList(),
                    generations,
                    queues,
                    new NeighborEvents(),
                    pins,
                    Port.MAX_PORTS,
                    false);
            var rebalancer = new Rebalancer(RebalancerSettings.DEFAULT);
            List<WorkerThread> threads = IntStream.range(0, 2)
                    .mapToObj(i -> new WorkerThread(
                                    new ForwardingWorker(i, 0, pool, rebalancer, shared), i, IdleStrategy.backoff())
                            .start())
                    .toList();
            Thread nic = Thread.ofPlatform().start(() -> send(uplink.far()));
            Thread sink = Thread.ofPlatform().start(() -> receive(task.far()));
            for (int n = 1; n <= CHANGES; n++) {
                int from = rule;
                QueueDrain drain = assignments.pause(uplink.near().id(), 1 - from, from, n);
                assertNotNull(drain);
                snapshots.publish(snapshot(n, uplink.near(), task.near(), assignments));
                while (!generations.allReached(n)) {
                    LockSupport.parkNanos(20_000);
                }
                rule = 1 - from;
                while (followed != rule) {
                    Thread.onSpinWait();
                }
                drain.arm();
                while (assignments.isPassing()) {
                    LockSupport.parkNanos(20_000);
                }
            }
            running.set(false);
            nic.join();
            sink.join();
            threads.forEach(WorkerThread::close);
        }
        uplink.near().close();
        uplink.far().close();
        task.near().close();
        task.far().close();
    }

    /** The NIC. It sends no faster than packets leave, so that none is lost for want of room. */
    private void send(Port far) {
        TxQueue[] queues = {far.txQueue(0), far.txQueue(1)};
        try (Arena arena = Arena.ofConfined()) {
            long burst = arena.allocate(ValueLayout.JAVA_LONG, 32).address();
            byte[] frame = frame();
            var numbers = ByteBuffer.wrap(frame);
            long number = 0;
            while (running.get()) {
                int queue = rule;
                followed = queue;
                if (number - received() > 1_000 || !pool.allocate(burst, 32)) {
                    Thread.onSpinWait();
                    continue;
                }
                for (int i = 0; i < 32; i++) {
                    numbers.putLong(NUMBER_AT, number++);
                    Packet.setBytes(Memory.getLong(burst + 8L * i), frame);
                }
                int taken = queues[queue].send(burst, 32);
                assertEquals(32, taken, "the ring has room");
                sent = number;
            }
        }
    }

    private synchronized long received() {
        return received;
    }

    private void receive(Port far) {
        RxQueue queue = far.rxQueue(0);
        long idleSince = System.nanoTime();
        try (Arena arena = Arena.ofConfined()) {
            long burst = arena.allocate(ValueLayout.JAVA_LONG, 64).address();
            while (running.get() || (received() < sent && System.nanoTime() - idleSince < 2_000_000_000L)) {
                int n = queue.receive(burst, 64);
                for (int i = 0; i < n; i++) {
                    count(Memory.getLongBe(Packet.data(Memory.getLong(burst + 8L * i)) + NUMBER_AT));
                }
                if (n > 0) {
                    PacketPool.free(burst, n);
                    idleSince = System.nanoTime();
                }
            }
        }
    }

    private synchronized void count(long number) {
        received++;
        if (number < last) {
            late++;
        }
        last = Math.max(last, number);
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

    private static Snapshot snapshot(long generation, Port uplink, Port task, Assignments assignments) {
        BucketTable group = BucketTable.of(BucketTable.DEFAULT_SIZE, 1);
        AddressTable.Builder addresses = AddressTable.builder();
        addresses.ipv4(TASK_IP, Endpoint.taskIp(0));
        var none = new AddressSet(new int[0], new long[0]);
        var own = new AddressSet(new int[] {TASK_IP}, new long[0]);
        return new Snapshot(
                new ForwardingTable(
                        generation,
                        addresses.build(),
                        new PathView[] {PathView.of(group, group)},
                        new UplinkEntry[] {new UplinkEntry(0, uplink.id(), -1, 0, UPLINK_MAC, true, none)},
                        new TaskEntry[] {new TaskEntry(0, task.id(), GATEWAY_MAC, own)},
                        new Hop[] {new Hop(uplink.id(), 1500, UPLINK_MAC, 0xaa, 0xaa, 0, 0, 0)},
                        Collections.<@Nullable Hop>nCopies(1, null).toArray(Hop[]::new),
                        new Hop[] {new Hop(task.id(), 1500, GATEWAY_MAC, TASK_MAC, TASK_MAC, 0, 0, 0)},
                        Port.MAX_PORTS),
                assignments.bindings());
    }
}
