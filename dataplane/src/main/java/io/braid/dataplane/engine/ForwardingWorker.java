package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Burst;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.NeighborListener;
import io.braid.dataplane.graph.PacketGraph;
import io.braid.dataplane.graph.PathNode;
import io.braid.dpdk.LcoreRegistration;
import io.braid.dpdk.PacketPool;
import io.braid.flow.BucketActivity;
import io.braid.flow.BucketTable;
import io.braid.flow.Pins;
import io.braid.flow.Rebalancer;
import io.braid.numa.Agent;
import io.braid.numa.HandoffRing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Polls the ports it owns, runs their packets through its graph, and sends what others handed over. A worker waits for nobody.
 *
 * <p>{@link #doWork} and the life-cycle methods are for the worker's thread; {@link #seenGeneration}, {@link #counters} and the activity records may be read
 * by any.
 */
public final class ForwardingWorker implements Agent {
    /** Nanoseconds in a tick of the activity records. */
    public static final long TICK_NANOS = 1_000_000;

    private final int index;
    private final SnapshotCell snapshots;
    private final HandoffRing ring;
    private final Counters counters;
    private final Outputs outputs;
    private final PacketGraph graph;
    private final Pins pins;
    private final BucketActivity activity4;
    private final BucketActivity activity6;

    private long generation = -1;
    private PortBinding[] inputs = new PortBinding[0];
    private @Nullable LcoreRegistration registration;
    private volatile long seenGeneration = -1;

    /**
     * Makes a worker; its thread is someone else's.
     *
     * @param index its index, 0 and up
     * @param snapshots where it learns what is so
     * @param rings every worker's ring by index, its own among them
     * @param pool the packet pool
     * @param listener is told about neighbors
     * @param allPins every worker's pins, its own among them
     * @param rebalancer may ask for flows to be moved
     * @param ports most ports there can be
     */
    public ForwardingWorker(
            int index,
            SnapshotCell snapshots,
            List<HandoffRing> rings,
            PacketPool pool,
            NeighborListener listener,
            PinSet allPins,
            Rebalancer rebalancer,
            int ports) {
        this.index = index;
        this.snapshots = snapshots;
        this.ring = rings.get(index);
        this.counters = new Counters(ports);
        int tick = tick(System.nanoTime());
        this.activity4 = new BucketActivity(BucketTable.DEFAULT_SIZE, tick);
        this.activity6 = new BucketActivity(BucketTable.DEFAULT_SIZE, tick);
        this.outputs = new Outputs(index, rings, counters);
        this.pins = allPins.of(index);
        var path = new PathNode(allPins.hash(), pins, rebalancer, activity4, activity6);
        this.graph = new PacketGraph(counters, pool, outputs, listener, path);
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
        Snapshot snapshot = snapshots.get();
        if (snapshot.generation() != generation) {
            adopt(snapshot);
        }
        long now = System.nanoTime();
        int tick = tick(now);
        pins.expire(tick);
        int work = ring.poll(outputs, Burst.CAPACITY);
        try {
            for (PortBinding input : inputs) {
                int received = input.rx().receive(graph.addresses(), Burst.CAPACITY);
                if (received > 0) {
                    graph.process(snapshot.table(), input.port(), received, now, tick);
                    work += received;
                }
            }
        } finally {
            // Also after a defect in one port's burst: the other ports' packets are on their way.
            outputs.flush();
        }
        return work;
    }

    private void adopt(Snapshot snapshot) {
        outputs.adopt(snapshot);
        inputs = snapshot.bindings().stream()
                .filter(binding -> binding.owner() == index)
                .toArray(PortBinding[]::new);
        generation = snapshot.generation();
        // From here on no queue of an earlier snapshot is touched, which is what the conductor waits for before it
        // stops a port.
        seenGeneration = generation;
    }

    /** The generation of the snapshot it works by, -1 before the first. */
    public long seenGeneration() {
        return seenGeneration;
    }

    public Counters counters() {
        return counters;
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
        while (ring.poll(outputs, Burst.CAPACITY) > 0) {
            outputs.flush();
        }
        outputs.close();
        graph.close();
        if (registration != null) {
            registration.close();
        }
    }
}
