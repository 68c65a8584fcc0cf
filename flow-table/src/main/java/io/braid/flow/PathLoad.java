package io.braid.flow;

/**
 * Knows what each path carries and is about to carry, as one worker sees it; {@link Placement} decides by it.
 *
 * <p>A path's <em>expected load</em> is
 *
 * <pre>  max(fast rate, slow rate) + pin rate * (young pins - usual pins)</pre>
 *
 * where everything is the sum over this worker (up to date) and all others (as of the last {@link LoadMerge}):
 *
 * <ul>
 *   <li>The rate is averaged over {@value #FAST_MILLIS} ms and over {@value #SLOW_MILLIS} ms and the higher one counts: a
 *       flow that starts is seen soon, one that pauses is not forgotten at once.
 *   <li>A flow just placed has sent next to nothing yet. It is a <em>young pin</em>, which fades within about
 *       {@value #PIN_MILLIS} ms while its bytes come to be measured. Nobody has to say that a flow ended.
 *   <li>The <em>pin rate</em> is what a young pin is expected to bring: as much as the busiest path carries (of the least weight),
 *       so that of a few flows that start together no two meet before every path has one. But where there are more than
 *       {@value #FEW_PINS} young pins, all others together count for no more than {@value #PINS_SHARE} times what is measured, so
 *       that thousands of small flows weigh little each.
 *   <li>Usual pins are a long average of the young ones. Where flows come and go all the time, the bytes of new flows are
 *       already in the measured rate; only a deviation from the usual says something about the future. Without this term
 *       short flows would avoid a path with an elephant only half as much as they should.
 * </ul>
 *
 * <p>The owning worker alone calls everything except {@link #rate}. Nothing allocates or throws: a path outside 0 to 7 and a
 * count of bytes below 1 are ignored. Ticks are milliseconds and may wrap around; a clock that goes backwards starts a new
 * interval and loses no bytes.
 */
public final class PathLoad {
    static final int FAST_MILLIS = 32;
    static final int SLOW_MILLIS = 512;
    static final int PIN_MILLIS = 128;
    static final int USUAL_MILLIS = 256;
    static final int PINS_SHARE = 2;
    static final int FEW_PINS = 16;

    private static final int PATHS = BucketTable.MAX_PATHS;
    // A busy worker rolls each millisecond; the exponentials for that are known.
    private static final double KEEP_FAST = keep(1, FAST_MILLIS);
    private static final double KEEP_SLOW = keep(1, SLOW_MILLIS);
    private static final double KEEP_PINS = keep(1, PIN_MILLIS);
    private static final double KEEP_USUAL = keep(1, USUAL_MILLIS);
    /** Rates below this many bytes per second are nothing; ends the decay, which alone never reaches zero. */
    private static final double NOTHING = 1;

    private final LoadCells cells = new LoadCells();
    private final int worker;
    private int lastTick;
    /** The most that a young pin is expected to bring, as of the last roll. */
    private double most = Double.POSITIVE_INFINITY;

    /**
     * Nothing is loaded.
     *
     * @param worker the worker's number, from 0; workers with different numbers prefer different paths among equals
     */
    public PathLoad(int worker, int startTick) {
        this.worker = worker;
        this.lastTick = startTick;
    }

    /** Counts bytes sent on a path: a packet's or a whole burst's. */
    public void add(int path, int bytes) {
        if (isPath(path) && bytes > 0) {
            cells.setBytes(path, cells.bytes(path) + bytes);
        }
    }

    /** Notes that a flow of unknown rate was placed on a path. */
    public void pinned(int path) {
        if (isPath(path)) {
            cells.setOwn(LoadCells.PINS, path, cells.own(LoadCells.PINS, path) + 1);
        }
    }

    /**
     * Notes that a flow of known rate changed its path, so that the next choice counts it where it now is.
     *
     * @param from the path it leaves, or {@link BucketTable#NONE}
     * @param to the path it goes to
     * @param recent the flow's count, see {@link FlowTable#recent}
     */
    public void moved(int from, int to, int recent, int now) {
        if (from != to) {
            double rate = FlowRate.bytesPerSecond(recent, now);
            shift(from, -rate);
            shift(to, rate);
        }
    }

    private void shift(int path, double rate) {
        if (isPath(path)) {
            double fast = Math.max(0, cells.own(LoadCells.FAST, path) + rate);
            double slow = Math.max(0, cells.own(LoadCells.SLOW, path) + rate);
            cells.setOwn(LoadCells.FAST, path, fast);
            cells.setOwn(LoadCells.SLOW, path, slow);
            cells.setMeasured(path, Math.max(0, cells.measured(path) + rate));
        }
    }

    /** Brings the averages up to date; called once per burst, does something once per millisecond. */
    public void roll(int tickMillis) {
        int elapsed = tickMillis - lastTick;
        if (elapsed == 0) {
            return;
        }
        lastTick = tickMillis;
        if (elapsed > 0) {
            age(elapsed);
        }
        expect();
    }

    private void age(int elapsed) {
        double keepFast = elapsed == 1 ? KEEP_FAST : keep(elapsed, FAST_MILLIS);
        double keepSlow = elapsed == 1 ? KEEP_SLOW : keep(elapsed, SLOW_MILLIS);
        double keepPins = elapsed == 1 ? KEEP_PINS : keep(elapsed, PIN_MILLIS);
        double keepUsual = elapsed == 1 ? KEEP_USUAL : keep(elapsed, USUAL_MILLIS);
        for (int path = 0; path < PATHS; path++) {
            double rate = cells.bytes(path) * 1000.0 / elapsed;
            cells.setBytes(path, 0);
            double pins = cells.own(LoadCells.PINS, path);
            approach(LoadCells.FAST, path, rate, keepFast);
            approach(LoadCells.SLOW, path, rate, keepSlow);
            approach(LoadCells.USUAL_PINS, path, pins, keepUsual);
            cells.setOwn(LoadCells.PINS, path, pins * keepPins);
        }
    }

    /** The part of an average that is left after some time. */
    private static double keep(int elapsed, int averageMillis) {
        return Math.exp(-(double) elapsed / averageMillis);
    }

    private void approach(int kind, int path, double target, double keep) {
        double old = cells.own(kind, path);
        double value = target + (old - target) * keep;
        cells.setOwn(kind, path, kind != LoadCells.USUAL_PINS && value < NOTHING ? 0 : value);
    }

    private void expect() {
        double total = 0;
        double pins = 0;
        for (int path = 0; path < PATHS; path++) {
            double fast = cells.all(LoadCells.FAST, path);
            double measured = Math.max(fast, cells.all(LoadCells.SLOW, path));
            total += measured;
            pins += cells.all(LoadCells.PINS, path);
            cells.setMeasured(path, measured);
            cells.setPinsButOwn(path, cells.others(LoadCells.PINS, path) - cells.all(LoadCells.USUAL_PINS, path));
        }
        most = total > 0 && pins > FEW_PINS ? PINS_SHARE * total / (pins - FEW_PINS) : Double.POSITIVE_INFINITY;
    }

    /**
     * What one more flow is expected to bring to a path group, in bytes per second; above 0. Computed for the group because
     * what "busiest" means depends on its weights.
     */
    double pinRate(BucketTable group) {
        double busiest = 0;
        int leastWeight = Integer.MAX_VALUE;
        for (int path = 0; path < PATHS; path++) {
            int weight = group.weightOf(path);
            if (weight > 0) {
                busiest = Math.max(busiest, cells.measured(path) / weight);
                leastWeight = Math.min(leastWeight, weight);
            }
        }
        return Math.min(most, Math.max(NOTHING, busiest * leastWeight));
    }

    /**
     * What a path is expected to carry, in bytes per second; 0 for a path that does not exist.
     *
     * @param pinRate from {@link #pinRate}
     */
    double expected(int path, double pinRate) {
        if (!isPath(path)) {
            return 0;
        }
        return cells.measured(path) + pinRate * (cells.pinsButOwn(path) + cells.own(LoadCells.PINS, path));
    }

    /**
     * What this worker sends on a path, averaged over half a second, in bytes per second; 0 for a path that does not exist. Any
     * thread.
     */
    public double rate(int path) {
        return isPath(path) ? cells.own(LoadCells.SLOW, path) : 0;
    }

    int worker() {
        return worker;
    }

    LoadCells cells() {
        return cells;
    }

    private static boolean isPath(int path) {
        return Integer.compareUnsigned(path, PATHS) < 0;
    }
}
