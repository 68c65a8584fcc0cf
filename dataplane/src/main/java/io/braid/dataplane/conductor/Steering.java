package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.PinStore;
import io.braid.flow.PathView;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Everything about which uplink flows take that the workers are told: weights by speed, bucket tables, the preferences of NUMA nodes, flows of before a restart or
 * of another worker, each other's load. Part of the conductor's turn; its thread only.
 */
public final class Steering {
    private static final long DRIFT_NANOS = 100_000_000;

    private final PathGroups paths;
    private final UplinkWeights weights;
    private final Balancing balancing;
    private final EgressPreference preference;
    private final PinStore store;
    private final MovedQueues moved;
    private int[] weights4 = new int[0];
    private int[] weights6 = new int[0];
    private long nextDrift = System.nanoTime();

    /**
     * @param uplinks how many places there are
     * @param balancing keeps their load even
     * @param preference which of them each node prefers
     * @param store knows flows of before a restart
     * @param moved knows which workers had a queue taken
     */
    public Steering(int uplinks, Balancing balancing, EgressPreference preference, PinStore store, MovedQueues moved) {
        this.paths = new PathGroups(uplinks);
        this.weights = new UplinkWeights(uplinks);
        this.balancing = balancing;
        this.preference = preference;
        this.store = store;
        this.moved = moved;
    }

    /** Goes by other rules from now on. */
    void tune(Tuning tuning) {
        balancing.tune(tuning.byLoad(), tuning.mayMove(), tuning.gapMillis());
        preference.spill(tuning.spillPercent());
        moved.idle(tuning.idleMillis());
    }

    /** An uplink comes, on a NUMA node or, at -1, an unknown one; not usable yet. */
    void add(int uplink, int node) {
        preference.add(uplink, node);
    }

    /** An uplink goes that is not usable any more. */
    void remove(int uplink) {
        preference.remove(uplink);
        weights.forget(uplink);
    }

    /** Notes a link's speed in Mbit/s, 0 if not known. */
    void speed(int uplink, long megabitsPerSecond) {
        weights.speed(uplink, megabitsPerSecond);
    }

    /**
     * One turn.
     *
     * @param usable4 for each uplink, whether IPv4 may leave by it
     * @param usable6 the same for IPv6
     * @param workers whose records tell which buckets are idle
     * @return whether the workers must be told
     */
    boolean turn(boolean[] usable4, boolean[] usable6, List<ForwardingWorker> workers, long now) {
        int tick = ForwardingWorker.tick(now);
        boolean changed = paths.inherit(store.inherited());
        changed |= moved.turn(tick);
        int[] next4 = weights.of(usable4);
        int[] next6 = weights.of(usable6);
        boolean different = !Arrays.equals(next4, weights4) || !Arrays.equals(next6, weights6);
        boolean drift = !paths.balanced() && now - nextDrift >= 0;
        if (different || drift) {
            weights4 = next4;
            weights6 = next6;
            nextDrift = now + DRIFT_NANOS;
            changed |= paths.update(
                    next4,
                    next6,
                    workers.stream().map(ForwardingWorker::activity4).toList(),
                    workers.stream().map(ForwardingWorker::activity6).toList(),
                    tick);
        }
        balancing.turn(tick, paths.weights(), preference);
        changed |= preference.update(
                either(usable4, usable6), weights.megabitsPerSecond(), balancing.bytesPerSecond(), now);
        return changed;
    }

    private static boolean[] either(boolean[] usable4, boolean[] usable6) {
        boolean[] either = usable4.clone();
        for (int i = 0; i < either.length; i++) {
            either[i] |= usable6[i];
        }
        return either;
    }

    /** Which uplinks a node's new flows prefer. */
    EgressPreference preference() {
        return preference;
    }

    /** What the workers of each node are to be told, by the index that they know their node by. */
    PathView[] views() {
        PathView common = paths.view();
        return IntStream.range(0, preference.nodes())
                .mapToObj(node -> new PathView(
                        common.ipv4(),
                        common.ipv6(),
                        preference.mask(node),
                        preference.strict(node),
                        moved.pins(),
                        common.inherited()))
                .toArray(PathView[]::new);
    }
}
