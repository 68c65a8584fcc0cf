package io.braid.dataplane.conductor;

import io.braid.dataplane.config.NumaPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;

/**
 * Decides which uplinks the new flows of each NUMA node take: those of the node, or others while those are too full. The conductor's thread only.
 *
 * <p>An uplink of unknown node counts as every node's. A node without uplinks has the nearest ones. Whether a preferred uplink is usable is not decided here: who
 * places flows falls back to others by itself, unless the policy is strict.
 */
public final class EgressPreference {
    private static final double BITS = 8e-6; // Mbit in a byte
    /** How far the load must go down again before a node counts as not too full, of what made it so. */
    private static final double ENOUGH = 0.75;

    private static final long HOLD_NANOS = 1_000_000_000;

    private final NumaPolicy policy;
    private final List<Integer> nodes;
    private final IntBinaryOperator distance;
    private final Map<Integer, Integer> uplinkNodes = new TreeMap<>();
    private double spill;
    private final int[] local;
    private final boolean[] spilled;
    private final long[] changed;

    /**
     * @param policy the operator's
     * @param spillPercent of the links' speed at which a node's uplinks are too full
     * @param uplinkNodes each uplink's node by place, -1 when unknown
     * @param nodes the nodes that have workers, by the index that workers know them by
     * @param distance between two nodes, as sysfs has it
     */
    public EgressPreference(
            NumaPolicy policy,
            int spillPercent,
            List<Integer> uplinkNodes,
            List<Integer> nodes,
            IntBinaryOperator distance) {
        this.policy = policy;
        this.nodes = List.copyOf(nodes);
        this.distance = distance;
        this.spill = spillPercent / 100.0;
        this.local = new int[nodes.size()];
        for (int place = 0; place < uplinkNodes.size(); place++) {
            this.uplinkNodes.put(place, uplinkNodes.get(place));
        }
        choose();
        this.spilled = new boolean[local.length];
        this.changed = new long[local.length];
        Arrays.fill(changed, System.nanoTime() - HOLD_NANOS);
    }

    /** The uplinks of a node are too full at another percentage of their links' speed from now on. */
    void spill(int percent) {
        spill = percent / 100.0;
    }

    /** An uplink is at a place from now on; -1 for an unknown node. */
    void add(int place, int node) {
        uplinkNodes.put(place, node);
        choose();
    }

    /** None is there any more. */
    void remove(int place) {
        uplinkNodes.remove(place);
        choose();
    }

    private void choose() {
        for (int node = 0; node < local.length; node++) {
            local[node] = policy == NumaPolicy.OFF ? 0 : local(nodes.get(node));
        }
    }

    private int local(int node) {
        int nearest = uplinkNodes.values().stream()
                .mapToInt(of -> of < 0 ? -1 : of == node ? 0 : distance.applyAsInt(node, of))
                .filter(away -> away >= 0)
                .min()
                .orElse(0);
        int mask = 0;
        int all = 0;
        for (Map.Entry<Integer, Integer> uplink : uplinkNodes.entrySet()) {
            int of = uplink.getValue();
            boolean near = of < 0 || (of == node ? 0 : distance.applyAsInt(node, of)) == nearest;
            mask |= near ? 1 << uplink.getKey() : 0;
            all |= 1 << uplink.getKey();
        }
        return mask == all ? 0 : mask; // all alike is no preference
    }

    /**
     * Notes what the uplinks carry.
     *
     * @param usable whether each may be used at all
     * @param megabitsPerSecond each link's speed, 0 when unknown
     * @param bytesPerSecond what each carries
     * @return whether a mask changed
     */
    boolean update(boolean[] usable, int[] megabitsPerSecond, double[] bytesPerSecond, long nowNanos) {
        boolean any = false;
        for (int node = 0; policy == NumaPolicy.PREFER && node < local.length; node++) {
            if (local[node] == 0 || nowNanos - changed[node] < HOLD_NANOS) {
                continue;
            }
            double load = load(local[node], usable, megabitsPerSecond, bytesPerSecond);
            boolean full = load >= (spilled[node] ? spill * ENOUGH : spill);
            if (full != spilled[node]) {
                spilled[node] = full;
                changed[node] = nowNanos;
                any = true;
            }
        }
        return any;
    }

    /** Part of what the usable ones of these uplinks can carry that they do; 0 when unknown. */
    private static double load(int mask, boolean[] usable, int[] megabitsPerSecond, double[] bytesPerSecond) {
        double carried = 0;
        double speed = 0;
        for (int uplink = 0; uplink < usable.length; uplink++) {
            if ((mask >>> uplink & 1) != 0 && usable[uplink]) {
                if (megabitsPerSecond[uplink] == 0) {
                    return 0;
                }
                speed += megabitsPerSecond[uplink];
                carried += bytesPerSecond[uplink] * BITS;
            }
        }
        return speed == 0 ? 0 : carried / speed;
    }

    /** Bit mask of the uplinks that a node's new flows prefer now, 0 for all alike. */
    int mask(int node) {
        return spilled[node] ? 0 : local[node];
    }

    /** Whether a node's new flows take no other uplinks. */
    boolean strict(int node) {
        return policy == NumaPolicy.STRICT && local[node] != 0;
    }

    /** How many nodes have workers. */
    int nodes() {
        return local.length;
    }
}
