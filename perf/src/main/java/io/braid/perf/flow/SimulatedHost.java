package io.braid.perf.flow;

import io.braid.flow.BucketTable;
import io.braid.flow.FlowMover;
import io.braid.flow.LoadMerge;
import io.braid.flow.PathLoad;
import io.braid.flow.Placement;
import io.braid.flow.Rebalancer;
import io.braid.flow.RebalancerSettings;
import io.braid.flow.Repath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A host's workers and conductor with the real placement code, stepped by the millisecond.
 *
 * <p>In each step every worker rolls its load, then flows send in the order given, placed when they are new, when their path is
 * gone, or as policy and rebalancer say; at the end of every n-th step the conductor merges. Single-threaded.
 */
final class SimulatedHost {
    static final int GAP_MILLIS = 5;

    private final List<PathLoad> loads = new ArrayList<>();
    private final List<Placement> placements = new ArrayList<>();
    private final List<FlowMover> movers = new ArrayList<>();
    private final LoadMerge merge;
    private final int mergeMillis;
    private final @Nullable Rebalancer rebalancer;
    private final double[] rates = new double[BucketTable.MAX_PATHS];
    private final long[] sent = new long[BucketTable.MAX_PATHS];
    private final List<SimulatedFlow> flows;
    private final List<SimulatedFlow> live = new ArrayList<>();
    private int arrived;
    private BucketTable group;
    private int[] weights;
    private int moved;

    /**
     * @param flows in the order of their starts
     * @param rebalancing null for a host without a rebalancer
     * @param random for the merge period of 1 to 10 ms and the seed of the placement
     */
    SimulatedHost(
            Scenario scenario,
            List<SimulatedFlow> flows,
            @Nullable RebalancerSettings rebalancing,
            SplittableRandom random) {
        this.flows = flows;
        long seed = random.nextLong();
        for (int worker = 0; worker < scenario.workers(); worker++) {
            var load = new PathLoad(worker, 0);
            loads.add(load);
            movers.add(new FlowMover());
            placements.add(new Placement(scenario.policy(), load, seed, GAP_MILLIS));
        }
        merge = new LoadMerge(loads);
        mergeMillis = 1 + random.nextInt(10);
        rebalancer = rebalancing == null ? null : new Rebalancer(rebalancing);
        weights = scenario.pathWeights();
        group = BucketTable.of(BucketTable.DEFAULT_SIZE, weights);
    }

    /** Makes milliseconds pass; ticks follow each other from 0. */
    void run(int fromTick, int toTick) {
        for (int tick = fromTick; tick < toTick; tick++) {
            step(tick);
        }
    }

    void step(int tick) {
        for (; arrived < flows.size() && flows.get(arrived).startTick <= tick; arrived++) {
            live.add(flows.get(arrived));
        }
        live.removeIf(flow -> flow.endTick <= tick);
        for (PathLoad load : loads) {
            load.roll(tick);
        }
        for (SimulatedFlow flow : live) {
            int bytes = flow.bytesAt(tick);
            if (bytes > 0) {
                send(flow, bytes, tick);
            }
        }
        if (tick % mergeMillis == 0) {
            merge.run();
            if (rebalancer != null) {
                merge.rates(rates);
                rebalancer.update(tick, rates, weights);
            }
        }
    }

    private void send(SimulatedFlow flow, int bytes, int tick) {
        PathLoad load = loads.get(flow.worker);
        Placement placement = placements.get(flow.worker);
        int idle = tick - flow.lastTick;
        int recent = flow.recent(tick);
        if (flow.path == BucketTable.NONE) {
            flow.path = placement.choose(flow.hash, group, 0, false);
            load.pinned(flow.path);
        } else if (group.weightOf(flow.path) == 0) {
            move(flow, placement.choose(flow.hash, group, 0, false), recent, tick);
        } else if (placement.mayRechoose(idle)) {
            move(flow, placement.rechoose(flow.hash, group, 0, false, flow.path, recent, tick), recent, tick);
        } else {
            Repath order = rebalancer == null ? Repath.NONE : rebalancer.order();
            if (movers.get(flow.worker).takes(order, group, flow.hash, flow.path, recent, idle, tick)) {
                move(flow, order.to(), recent, tick);
            }
        }
        if (flow.path != BucketTable.NONE) {
            load.add(flow.path, bytes);
            sent[flow.path] += bytes;
        }
        flow.sent(bytes, tick);
    }

    private void move(SimulatedFlow flow, int to, int recent, int tick) {
        if (to != flow.path) {
            loads.get(flow.worker).moved(flow.path, to, recent, tick);
            flow.movedTo(to, tick);
            moved++;
        }
    }

    /** Changes the paths' weights as the conductor does, with no bucket idle. */
    void setWeights(int... newWeights) {
        weights = newWeights.clone();
        group = group.withWeights(newWeights, bucket -> false);
    }

    /** How often flows changed their path. */
    int moved() {
        return moved;
    }

    /** How many flows the rebalancer has had moved. */
    long rebalanced() {
        return rebalancer == null ? 0 : rebalancer.moves();
    }

    /** Starts counting anew what {@link #maxOverMean()} compares. */
    void resetSent() {
        Arrays.fill(sent, 0);
    }

    /** The bytes sent on the busiest path over the average, per weight. */
    double maxOverMean() {
        return maxOverMean(sent);
    }

    /** The same of the rates the flows are worth at the moment, whether they pause or not. */
    double maxOverMeanOfRates() {
        var perPath = new long[BucketTable.MAX_PATHS];
        for (SimulatedFlow flow : live) {
            if (flow.path != BucketTable.NONE) {
                perPath[flow.path] += Math.round(flow.bytesPerMilli());
            }
        }
        return maxOverMean(perPath);
    }

    private double maxOverMean(long[] perPath) {
        double busiest = 0;
        double total = 0;
        double weight = 0;
        for (int path = 0; path < weights.length; path++) {
            if (weights[path] > 0) {
                busiest = Math.max(busiest, (double) perPath[path] / weights[path]);
                total += perPath[path];
                weight += weights[path];
            }
        }
        return total == 0 ? 1 : busiest * weight / total;
    }
}
