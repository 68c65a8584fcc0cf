package io.braid.dataplane;

import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.MovedQueues;
import io.braid.dataplane.conductor.PathHealth;
import io.braid.dataplane.conductor.QueueMoves;
import io.braid.dataplane.conductor.Steering;
import io.braid.dataplane.conductor.StuckWorkers;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.NumaRebalance;
import io.braid.dataplane.config.OffloadPolicy;
import io.braid.dataplane.engine.PinStore;
import io.braid.dataplane.port.BufferPlan;
import io.braid.dataplane.port.NodePools;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dataplane.port.UplinkSet;
import io.braid.dpdk.Eal;
import io.braid.flow.Pins;
import io.braid.numa.WorkerWatch;
import io.braid.numa.plan.NicPlan;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What forwards packets, whatever tasks there are: DPDK, uplinks, packet buffers, workers and the conductor, in the order they depend on each other. */
final class Forwarding {
    private static final Logger LOG = System.getLogger(Forwarding.class.getName());

    private final Eal eal;
    private final NumaSetup numa;
    private final NodePools pools;
    private final UplinkSet uplinks;
    private final LiveUplinks live;
    private final WorkerSet workers;
    private final PinStore store;
    private final PathHealth health;
    private final StuckWorkers stuck;
    private final Conductor conductor;

    /**
     * Starts it; workers poll when this returns.
     *
     * @param resources takes what was opened, also when this fails
     */
    Forwarding(HostConfig config, Preparation prepared, Resources resources) {
        HostPlan host = prepared.plan();
        eal = prepared.eal();
        UplinkSet devices = UplinkSet.open(
                eal, config.uplinks(), config.tasks().offloads() == OffloadPolicy.AUTO, prepared.ports());
        try {
            numa = host.withDevices(devices.devices());
            pools = resources.open(NodePools.create(numa.nodes(), BufferPlan.of(config, numa.plan())));
        } catch (RuntimeException e) {
            devices.closeAfter(e);
            throw e;
        }
        resources.open(devices); // above the pools: their buffers come back when the ports close
        numa.plan().explanation().forEach(line -> LOG.log(Level.INFO, line));
        numa.plan().warnings().forEach(line -> LOG.log(Level.WARNING, line));
        uplinks = devices;
        uplinks.start(device -> numa.deviceQueues(numa.plan().nics().get(device.index()), pools));
        workers = resources.open(new WorkerSet(config, numa, pools));
        store = resources.open(
                EgressSetup.pinStore(config, () -> uplinks.places().names(), workers.pins()));
        HostPlan.requireCpus(numa.plan());
        resources.open(workers.start(numa.plan()));
        health = new PathHealth(UplinkPlaces.MOST);
        stuck = new StuckWorkers(new WorkerWatch(workers.threads(), WorkerWatch.DEFAULT_LIMIT), workers.threads());
        conductor = resources.open(conductor(config));
        for (Uplink uplink : uplinks.all()) {
            NicPlan nic = numa.plan().nics().get(uplink.index());
            conductor.addFirst(uplink, NumaSetup.queues(nic), nic.spread());
        }
        conductor.start();
        live = new LiveUplinks(host, numa, pools, uplinks, conductor, eal);
    }

    private Conductor conductor(HostConfig config) {
        var moved =
                new MovedQueues(workers.pins().all().stream().map(Pins::table).toList(), (int)
                        config.egress().idleTimeout().toMillis());
        var moves = new QueueMoves(
                numa.workerNodes(),
                workers.shared().queues(),
                workers.shared().generations(),
                config.numa().rebalance() == NumaRebalance.AUTO,
                () -> NumaSetup.drainNanos(uplinks.all()),
                moved);
        return new Conductor(
                workers.all(),
                workers.shared(),
                workers.neighbors(),
                moves,
                stuck,
                pools.on(-1),
                new Steering(
                        UplinkPlaces.MOST,
                        EgressSetup.balancing(config.egress(), workers.pins(), workers.rebalancers()),
                        numa.preference(config),
                        store,
                        moved),
                health,
                eal.portEvents(),
                numa.plan().system());
    }

    /** Goes by other rules for new flows and for when flows are over; those that there are keep their uplinks. */
    void adopt(HostConfig config) {
        workers.pins().tune(EgressSetup.pinTuning(config.egress()));
        store.timeouts(EgressSetup.timeouts(config.egress()));
        conductor.tune(EgressSetup.tuning(config));
    }

    Eal eal() {
        return eal;
    }

    NumaSetup numa() {
        return numa;
    }

    NodePools pools() {
        return pools;
    }

    UplinkSet uplinks() {
        return uplinks;
    }

    /** Adds uplinks and takes them away. */
    LiveUplinks live() {
        return live;
    }

    WorkerSet workers() {
        return workers;
    }

    PinStore store() {
        return store;
    }

    PathHealth health() {
        return health;
    }

    StuckWorkers stuck() {
        return stuck;
    }

    Conductor conductor() {
        return conductor;
    }
}
