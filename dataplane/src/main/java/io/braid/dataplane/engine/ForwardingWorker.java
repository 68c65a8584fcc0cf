package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Burst;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.PacketGraph;
import io.braid.dataplane.graph.PacketHash;
import io.braid.dataplane.graph.PathNode;
import io.braid.dpdk.LcoreRegistration;
import io.braid.dpdk.PacketPool;
import io.braid.flow.BucketActivity;
import io.braid.flow.BucketTable;
import io.braid.flow.Pins;
import io.braid.flow.Rebalancer;
import io.braid.numa.Agent;
import io.braid.numa.HandoffRing;
import org.jspecify.annotations.Nullable;

/**
 * Polls the ports it owns, runs their packets through its graph, and sends what others handed over. A worker waits for nobody.
 *
 * <p>{@link #doWork} and the life-cycle methods are for the worker's thread; {@link #counters}, {@link #held} and the activity records may be read by any.
 */
public final class ForwardingWorker implements Agent {
    /** Nanoseconds in a tick of the activity records. */
    public static final long TICK_NANOS = 1_000_000;

    /** In the tag of a packet on a worker's ring, beside the port that it is to leave by: before what else waits for that port, if it is an uplink's. */
    public static final int URGENT = 1 << 16;

    private final int index;
    private final WorkerShared shared;
    private final HandoffRing ring;
    private final Counters counters;
    private final QueueCounters queues;
    private final Inputs inputs;
    private final Outputs outputs;
    private final PacketGraph graph;
    private final Pins pins;
    private final BucketActivity activity4;
    private final BucketActivity activity6;
    private final BufferReserve reserve;
    private final WorkerLatency latency = new WorkerLatency();

    /** Who is to look on from the next turn on; any thread writes it. */
    private volatile WatchWish wish = new WatchWish(null);
    /** What this worker goes by, for other threads. */
    private volatile WatchWish granted = wish;
    /** Who looks on now. */
    private @Nullable WorkerWatch watch;

    private long generation = -1;
    private @Nullable LcoreRegistration registration;

    /**
     * Makes a worker; its thread is someone else's.
     *
     * @param index its index, 0 and up
     * @param node index of its NUMA node among those that have workers, see {@link io.braid.dataplane.graph.ForwardingTable#paths}
     * @param pool where packets made here come from, and most of those it receives
     * @param rebalancer may ask for flows of this node to be moved
     * @param shared what it has in common with the others
     */
    public ForwardingWorker(int index, int node, PacketPool pool, Rebalancer rebalancer, WorkerShared shared) {
        this.index = index;
        this.shared = shared;
        this.ring = shared.rings().get(index);
        this.queues = shared.queues();
        this.counters = new Counters(shared.ports());
        long now = System.nanoTime();
        int tick = tick(now);
        this.reserve = new BufferReserve(pool, now);
        this.activity4 = new BucketActivity(BucketTable.DEFAULT_SIZE, tick);
        this.activity6 = new BucketActivity(BucketTable.DEFAULT_SIZE, tick);
        this.inputs = new Inputs(index, shared.rings(), shared.generations());
        this.outputs = new Outputs(
                index, shared.rings(), counters, new PacketHash(shared.pins().hash()));
        this.pins = shared.pins().of(index);
        var path = new PathNode(node, shared.pins().hash(), pins, rebalancer, activity4, activity6);
        this.graph = new PacketGraph(counters, pool, outputs, shared.listener(), path);
    }

    /** The tick of the activity records at a {@link System#nanoTime}. */
    public static int tick(long nanos) {
        return (int) (nanos / TICK_NANOS);
    }

    @Override
    public String name() {
        return "worker-" + index;
    }

    @Override
    public void onStart() {
        registration = LcoreRegistration.register();
    }

    @Override
    public int doWork() {
        long now = System.nanoTime();
        inputs.pass(now); // here, where all that the turn before gathered has been sent
        outputs.pass(now);
        Snapshot snapshot = shared.snapshots().get();
        if (snapshot.generation() != generation) {
            adopt(snapshot);
        }
        if (wish != granted) {
            adoptWatch();
        }
        int tick = tick(now);
        pins.expire(tick);
        int work = pollRing();
        try {
            if (!shared.waitForRoom() || outputs.hasRoom(Burst.CAPACITY)) {
                work += receive(snapshot.table(), now, tick, work);
            }
        } finally {
            // Also after a defect in one port's burst: the other ports' packets are on their way.
            outputs.flush();
        }
        if (watch != null) {
            watch.endTurn();
        }
        if (work > 0 && latency.isDue()) {
            latency.sojourn(System.nanoTime() - now);
            ring.sampleWait();
        }
        return work;
    }

    private int pollRing() {
        int work = ring.pollBursts(outputs, Burst.CAPACITY);
        if (work > 0) {
            long wait = ring.sampledWait();
            if (wait >= 0) {
                latency.ringWait(wait);
            }
        }
        return work;
    }

    /** Returns the packets received; {@code handedOver} came from other workers. */
    private int receive(ForwardingTable table, long now, int tick, int handedOver) {
        int work = 0;
        for (Inputs.Polled polled : inputs.shared()) {
            work += receive(polled, table, now, tick);
        }
        TaskTurns tasks = inputs.tasks();
        if (tasks.isEmpty()) {
            return work;
        }
        tasks.begin(reserve.allows(now), work + handedOver > 0);
        for (Inputs.Polled polled = tasks.next(); polled != null; polled = tasks.next()) {
            int received = receive(polled, table, now, tick);
            tasks.polled(received);
            work += received;
        }
        return work;
    }

    private int receive(Inputs.Polled polled, ForwardingTable table, long now, int tick) {
        int received = polled.input().rx().receive(graph.addresses(), Burst.CAPACITY);
        if (received > 0) {
            queues.add(polled.port(), polled.input().queue(), received);
            if (watch != null) {
                watch.receiving(polled.input().queue());
            }
            graph.process(table, polled.port(), received, now, tick);
        }
        if (inputs.isDraining()) {
            inputs.polled(polled, received < Burst.CAPACITY);
        }
        return received;
    }

    private void adopt(Snapshot snapshot) {
        outputs.flush();
        outputs.adopt(snapshot);
        inputs.adopt(snapshot);
        generation = snapshot.generation();
        // From here on no queue of an earlier snapshot is touched, which is what the conductor waits for before it
        // stops a port.
        shared.generations().reached(index, generation);
    }

    /**
     * Has somebody look on at this worker from its next turn on, instead of whoever did. Any thread.
     *
     * @param watcher null for nobody
     */
    public void watch(@Nullable WorkerWatch watcher) {
        wish = new WatchWish(watcher);
    }

    /** Whether nobody looks on at this worker any more but whom {@link #watch} named last. Any thread. */
    public boolean isWatchSettled() {
        return wish == granted;
    }

    private void adoptWatch() {
        WatchWish now = wish;
        WorkerWatch watcher = now.watch;
        if (watcher != null) {
            watcher.begins(index, outputs::sender);
        }
        watch = watcher;
        graph.setWatch(watcher);
        outputs.setWatch(watcher);
        granted = now;
    }

    /** Packets it keeps for a port that another worker still sends for. Any thread. */
    public long held() {
        return outputs.held();
    }

    public Counters counters() {
        return counters;
    }

    /** How long packets stay with it; one other thread may take what was recorded. */
    public WorkerLatency latency() {
        return latency;
    }

    /** Its pins; others read the figures only. */
    public Pins pins() {
        return pins;
    }

    /** Use of IPv4 path buckets, in ticks of {@link #TICK_NANOS}. */
    public BucketActivity activity4() {
        return activity4;
    }

    /** The same for IPv6. */
    public BucketActivity activity6() {
        return activity6;
    }

    @Override
    public void onClose() {
        // What is still in the ring belongs to no one else.
        while (ring.pollBursts(outputs, Burst.CAPACITY) > 0) {
            outputs.flush();
        }
        outputs.close();
        graph.close();
        if (registration != null) {
            registration.close();
        }
    }
}
