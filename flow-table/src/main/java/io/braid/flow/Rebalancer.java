package io.braid.flow;

/**
 * Moves elephants, one at a time, when paths stay uneven; on the conductor.
 *
 * <p>Placement cannot know how fat a new flow will be. When the busiest path carries more than {@link RebalancerSettings#start}
 * times the average for a while, this object asks the workers ({@link #order}) for one flow to leave it for the idlest path. Why
 * that comes to rest:
 *
 * <ul>
 *   <li>The flow that would make both paths equal has a rate {@code r}. Only flows of at most 1.5 r are asked for (less when the
 *       busiest path has the larger weight), so each move lowers the higher of the two loads; first flows near r, then, if none
 *       pauses, smaller and larger ones. Each move lowers the sum of squared loads, so with constant rates no state returns.
 *   <li>Flows below {@value #LEAST_PERCENT}% of a path's average load are left alone: moving them does not help.
 *   <li>It starts above one threshold and goes on until below a lower one, waits between moves, and after asking in vain
 *       waits 1, 2 and 4 s; then it gives up until some path's load or weight is another.
 *   <li>A flow that was moved is not moved again during the cool-down, whatever rates do ({@link FlowMover}).
 * </ul>
 *
 * <p>The conductor's thread calls {@link #update}; any thread reads {@link #order}. Time is counted from the ticks' differences:
 * a clock that goes backwards stands still, and of a long silence only {@value #MAX_STEP_MILLIS} ms count. Paths of weight 0
 * take no part; with fewer than two usable paths nothing is asked for.
 */
public final class Rebalancer {
    /** Rates are averaged over so much, beyond what the workers do. */
    static final int AVERAGE_MILLIS = 300;

    static final int MAX_STEP_MILLIS = 100;
    static final int LEAST_PERCENT = 1;
    static final int MIN_BACK_OFF_MILLIS = 1000;
    static final int MAX_BACK_OFF_MILLIS = 4000;

    /**
     * Bytes per second on all paths together (1 Mbit/s) below which they count as even: there is nothing to gain, and a few pings on one of four idle paths would have the first flow that comes
     * there moved away.
     */
    static final double LEAST_LOAD = 125_000;

    /** A path's load is another one when it differs by this part of the average. */
    private static final double CHANGED = 0.25;

    private static final int PATHS = BucketTable.MAX_PATHS;
    private static final long NEVER = Long.MIN_VALUE / 2;

    /** Parts of the ideal rate that are asked for, one range after the other: the best flow first, then any that helps. */
    private static final double[] LEAST = {0.6, 0.3, 0.1};

    private static final double[] MOST = {1.3, 1.5, 1.5};
    /** How often the patience each is asked for. */
    private static final int[] PATIENCE = {1, 1, 4};

    private RebalancerSettings settings;
    private final double[] loads = new double[PATHS];
    private final int[] weights = new int[PATHS];

    private volatile Repath order = Repath.NONE;

    private final double[] resignedLoads = new double[PATHS];
    private final int[] resignedWeights = new int[PATHS];

    private boolean started;
    private int lastTick;
    private long now;
    private long unevenSince = NEVER;
    private boolean active;
    private boolean resigned;
    private long orderedAt;
    private int range;
    private long notBefore;
    private long backOff = MIN_BACK_OFF_MILLIS;
    private long orders;
    private long moves;

    public Rebalancer(RebalancerSettings settings) {
        this.settings = settings;
    }

    /** Goes by other settings from now on; an order that stands is not changed. The conductor's thread. */
    public void settings(RebalancerSettings now) {
        settings = now;
    }

    /** What the workers are asked for; {@link Repath#NONE} most of the time. Any thread. */
    public Repath order() {
        return order;
    }

    /** How many flows were moved. The conductor's thread. */
    public long moves() {
        return moves;
    }

    /** How many orders were given, answered or not. The conductor's thread. */
    public long orders() {
        return orders;
    }

    /**
     * Looks at the loads and gives, changes or withdraws the order; every few milliseconds.
     *
     * @param rates what all workers send per path, see {@link LoadMerge#rates}
     * @param pathWeights a weight per path, 0 for a path that is not usable; paths beyond the shorter array do not exist
     */
    public void update(int tickMillis, double[] rates, int[] pathWeights) {
        int elapsed = started ? Math.clamp(tickMillis - lastTick, 0, MAX_STEP_MILLIS) : 0;
        lastTick = tickMillis;
        now += elapsed;
        observe(rates, pathWeights, elapsed);
        started = true;
        if (order != Repath.NONE) {
            followUp();
        }
        judge();
        if (active && !resigned && order == Repath.NONE && now >= notBefore) {
            give();
        }
    }

    private void observe(double[] rates, int[] pathWeights, int elapsed) {
        double keep = Math.exp(-(double) elapsed / AVERAGE_MILLIS);
        for (int path = 0; path < PATHS; path++) {
            boolean exists = path < rates.length && path < pathWeights.length;
            weights[path] = exists ? Math.max(0, pathWeights[path]) : 0;
            double rate = exists ? Math.max(0, rates[path]) : 0;
            loads[path] = started ? rate + (loads[path] - rate) * keep : rate;
        }
    }

    private void followUp() {
        Repath open = order;
        boolean impossible = weights[open.from()] == 0 || weights[open.to()] == 0;
        if (!open.isClaimed()
                && !impossible
                && active
                && now - orderedAt < (long) settings.patienceMillis() * PATIENCE[range]) {
            return;
        }
        int perWindow = open.close();
        order = Repath.NONE;
        if (perWindow > 0) {
            moved(open, FlowRate.ofPerWindow(perWindow));
        } else if (active && ++range == LEAST.length) {
            range = 0;
            notBefore = now + backOff;
            backOff *= 2;
            if (backOff > MAX_BACK_OFF_MILLIS) {
                resign();
            }
        }
    }

    /** The average is corrected at once; what the workers report follows within one merge ({@link PathLoad#moved}). */
    private void moved(Repath done, double rate) {
        moves++;
        double moved = Math.min(rate, loads[done.from()]);
        loads[done.from()] -= moved;
        loads[done.to()] += moved;
        notBefore = now + settings.settleMillis();
        range = 0;
        backOff = MIN_BACK_OFF_MILLIS;
    }

    /** No flow there is would help, so none is asked for until the loads are others. */
    private void resign() {
        resigned = true;
        System.arraycopy(loads, 0, resignedLoads, 0, PATHS);
        System.arraycopy(weights, 0, resignedWeights, 0, PATHS);
    }

    private boolean isChanged() {
        double total = 0;
        double most = 0;
        int usable = 0;
        for (int path = 0; path < PATHS; path++) {
            if (weights[path] != resignedWeights[path]) {
                return true;
            }
            usable += weights[path] > 0 ? 1 : 0;
            total += resignedLoads[path];
            most = Math.max(most, Math.abs(loads[path] - resignedLoads[path]));
        }
        return most * usable > CHANGED * total;
    }

    private void judge() {
        if (resigned && isChanged()) {
            resigned = false;
            backOff = MIN_BACK_OFF_MILLIS;
        }
        double ratio = ratio();
        if (ratio <= settings.stop()) {
            active = false;
            range = 0;
        }
        if (ratio <= settings.start()) {
            unevenSince = NEVER;
        } else if (unevenSince == NEVER) {
            unevenSince = now;
        }
        if (unevenSince != NEVER && now - unevenSince >= settings.holdMillis()) {
            active = true;
        }
    }

    /** How many times the average the busiest path carries, per weight; 1 when there is next to nothing to compare. */
    private double ratio() {
        double load = 0;
        double weight = 0;
        double busiest = 0;
        for (int path = 0; path < PATHS; path++) {
            if (weights[path] > 0) {
                load += loads[path];
                weight += weights[path];
                busiest = Math.max(busiest, loads[path] / weights[path]);
            }
        }
        return load >= LEAST_LOAD ? busiest * weight / load : 1;
    }

    private void give() {
        int from = BucketTable.NONE;
        int to = BucketTable.NONE;
        double total = 0;
        int usable = 0;
        for (int path = 0; path < PATHS; path++) {
            if (weights[path] == 0) {
                continue;
            }
            usable++;
            total += loads[path];
            if (from == BucketTable.NONE || isBusier(path, from)) {
                from = path;
            }
            if (to == BucketTable.NONE || isBusier(to, path)) {
                to = path;
            }
        }
        if (from == to) {
            return;
        }
        double both = (double) weights[from] + weights[to];
        double ideal = (loads[from] * weights[to] - loads[to] * weights[from]) / both;
        double most = ideal * Math.min(MOST[range], 1 + weights[to] / (2.0 * weights[from]));
        double least = Math.max(ideal * LEAST[range], total / usable * LEAST_PERCENT / 100);
        if (most <= least) {
            return;
        }
        orders++;
        orderedAt = now;
        order = new Repath(orders, from, to, FlowRate.toPerWindow(least), FlowRate.toPerWindow(most), settings);
    }

    private boolean isBusier(int a, int b) {
        return loads[a] * weights[b] > loads[b] * weights[a];
    }
}
