package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.PinStore;
import io.braid.flow.PathView;
import java.util.Arrays;
import java.util.List;

/**
 * Everything about which uplink flows take that the workers are told: weights by speed, bucket tables, flows of before a restart, each other's load. Part of the
 * conductor's turn; its thread only.
 */
public final class Steering {
    private static final long DRIFT_NANOS = 100_000_000;

    private final PathGroups paths;
    private final UplinkWeights weights;
    private final Balancing balancing;
    private final PinStore store;
    private int[] weights4 = new int[0];
    private int[] weights6 = new int[0];
    private long nextDrift = System.nanoTime();

    /**
     * @param uplinks how many there are
     * @param balancing keeps their load even
     * @param store knows flows of before a restart
     */
    public Steering(int uplinks, Balancing balancing, PinStore store) {
        this.paths = new PathGroups(uplinks);
        this.weights = new UplinkWeights(uplinks);
        this.balancing = balancing;
        this.store = store;
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
        boolean changed = paths.inherit(store.inherited());
        int[] next4 = weights.of(usable4);
        int[] next6 = weights.of(usable6);
        boolean different = !Arrays.equals(next4, weights4) || !Arrays.equals(next6, weights6);
        boolean drift = !paths.balanced() && now - nextDrift >= 0;
        int tick = ForwardingWorker.tick(now);
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
        balancing.turn(tick, paths.weights());
        return changed;
    }

    /** What the workers are to be told. */
    PathView view() {
        return paths.view();
    }
}
