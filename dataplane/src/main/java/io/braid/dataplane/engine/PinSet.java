package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Burst;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowTable;
import io.braid.flow.FlowTimeouts;
import io.braid.flow.PathLoad;
import io.braid.flow.PinTuning;
import io.braid.flow.Pins;
import io.braid.flow.Placement;
import io.braid.flow.PlacementPolicy;
import io.braid.linux.AnonymousMemory;
import java.util.ArrayList;
import java.util.List;

/** Every worker's pins, and the memory of their tables; closed when no worker runs any more. */
public final class PinSet implements AutoCloseable {
    private final List<AnonymousMemory> memory = new ArrayList<>();
    private final List<Pins> pins = new ArrayList<>();
    private final FlowHash hash;
    private volatile PlacementPolicy policy;

    /**
     * Makes the tables; what IPv4 flows need of them is resident from here on, so that no worker meets a page fault.
     *
     * @param nodes for each worker, the NUMA node its table is to lie on, negative for anywhere
     * @param flows how many each worker remembers
     * @param timeouts when it forgets them
     * @param policy how new flows are placed
     * @param gapMillis pause after which a flow may change its path without being reordered
     * @param hash the host's flow hash
     * @param tick now, see {@link ForwardingWorker#tick}
     * @throws io.braid.linux.LinuxException when there is not as much memory
     */
    public PinSet(
            List<Integer> nodes,
            int flows,
            FlowTimeouts timeouts,
            PlacementPolicy policy,
            int gapMillis,
            FlowHash hash,
            int tick) {
        this.hash = hash;
        this.policy = policy;
        try {
            for (int worker = 0; worker < nodes.size(); worker++) {
                AnonymousMemory table = NodeMemory.map("a flow table", FlowTable.bytesFor(flows), nodes.get(worker));
                memory.add(table);
                table.populate(FlowTable.hotBytesFor(flows));
                var load = new PathLoad(worker, tick);
                // Any seed does, as long as all workers have the same.
                var placement = new Placement(policy, load, 0, gapMillis);
                pins.add(new Pins(
                        new FlowTable(table.segment(), flows, hash, timeouts, tick, Burst.CAPACITY), placement, load));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Has all workers go by other rules from their next turn on; flows keep the uplinks they have. Any thread. */
    public void tune(PinTuning tuning) {
        policy = tuning.policy();
        pins.forEach(worker -> worker.tune(tuning));
    }

    /** A worker's. */
    public Pins of(int worker) {
        return pins.get(worker);
    }

    /** All workers', by index. */
    public List<Pins> all() {
        return List.copyOf(pins);
    }

    /** How they place new flows. */
    public PlacementPolicy policy() {
        return policy;
    }

    /** The hash they are looked up with. */
    public FlowHash hash() {
        return hash;
    }

    @Override
    public void close() {
        memory.forEach(AnonymousMemory::close);
        memory.clear();
    }
}
