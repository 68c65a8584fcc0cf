package io.braid.dataplane.port;

import io.braid.dpdk.DpdkException;
import io.braid.dpdk.PacketPool;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The packet pools, one on each NUMA node that has workers, so that a worker's packets lie on its own node. Made and closed by the thread that starts and ends the
 * process; the rest is for any.
 */
public final class NodePools implements AutoCloseable {
    private static final Logger LOG = System.getLogger(NodePools.class.getName());

    private final Map<Integer, PacketPool> pools = new LinkedHashMap<>();
    private final BufferPlan plan;

    private NodePools(BufferPlan plan) {
        this.plan = plan;
    }

    /**
     * Makes the pools.
     *
     * @param nodes the nodes; more than once counts once
     * @param plan what each of them holds
     * @throws DpdkException when there is not enough memory on any node
     */
    public static NodePools create(List<Integer> nodes, BufferPlan plan) {
        var made = new NodePools(plan);
        var distinct = new TreeSet<>(nodes);
        try {
            for (int node : distinct) {
                String name = distinct.size() == 1 ? "braid" : "braid" + node;
                made.pools.put(node, create(name, plan, node, distinct.size() == 1));
            }
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
        return made;
    }

    private static PacketPool create(String name, BufferPlan plan, int node, boolean only) {
        if (only) {
            return PacketPool.create(name, plan.count(), plan.dataRoom(), -1);
        }
        try {
            return PacketPool.create(name, plan.count(), plan.dataRoom(), node);
        } catch (DpdkException e) {
            LOG.log(
                    Level.WARNING,
                    "packet buffers of node {0} lie on another node: {1}",
                    Integer.toString(node),
                    e.getMessage());
            return PacketPool.create(name, plan.count(), plan.dataRoom(), -1);
        }
    }

    /** What each of them holds. */
    public BufferPlan plan() {
        return plan;
    }

    /** A node's pool; for a node without workers, or -1, the first. */
    public PacketPool on(int node) {
        PacketPool pool = pools.get(node);
        return pool == null ? pools.values().iterator().next() : pool;
    }

    /** The pools with their nodes, in ascending order of these. */
    public Map<Integer, PacketPool> byNode() {
        return pools;
    }

    /**
     * Frees the memory.
     *
     * @throws IllegalStateException when a buffer is missing though all ports are closed: it was lost by a defect
     */
    @Override
    public void close() {
        var missing = new ArrayList<String>();
        int size = 0;
        for (PacketPool pool : pools.values()) {
            if (pool.inUse() != 0) {
                missing.add(pool.inUse() + " of " + pool.size() + " packet buffers of " + pool.name());
            }
            size += pool.size();
        }
        pools.values().forEach(PacketPool::close);
        pools.clear();
        if (!missing.isEmpty()) {
            throw new IllegalStateException(String.join(", ", missing) + " were not given back");
        }
        LOG.log(Level.INFO, "all {0} packet buffers are back", Integer.toString(size));
    }
}
