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
 *   <li>The <em>pin rate</em> is what a young pin is expected to bring: as much as the busiest path carries, so that of a few
 *       flows that start together no two meet before every path has one; but all young pins together no more than
 *       {@value #PINS_SHARE} times what is measured, so that thousands of small flows weigh little each.
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

    private static final int PATHS = BucketTable.MAX_PATHS;
    /** Rates below this many bytes per second are nothing; ends the decay, which alone never reaches zero. */
    private static final double NOTHING = 1;

    private final LoadCells cells = new LoadCells();
    private final int worker;
    private int lastTick;
    private double pinRate = NOTHING;

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
     * @param recent the flow's count, see {@link FlowRate}
     */
    public void moved(int from, int to, int recent, int nowTick) {
        if (from != to) {
            double rate = FlowRate.bytesPerSecond(recent, nowTick);
            shift(from, -rate);
            shift(to, rate);
        }
    }

    private void shift(int path, double rate) {
        if (isPath(path)) {
            double before = cells.base(path);
            double fast = Math.max(0, cells.own(LoadCells.FAST, path) + rate);
            double slow = Math.max(0, cells.own(LoadCells.SLOW, path) + rate);
            cells.setOwn(LoadCells.FAST, path, fast);
            cells.setOwn(LoadCells.SLOW, path, slow);
            cells.setBase(path, before + rate);
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
        double keepFast = Math.exp(-(double) elapsed / FAST_MILLIS);
        double keepSlow = Math.exp(-(double) elapsed / SLOW_MILLIS);
        double keepPins = Math.exp(-(double) elapsed / PIN_MILLIS);
        double keepUsual = Math.exp(-(double) elapsed / USUAL_MILLIS);
        for (int path = 0; path < PATHS; path++) {
            double rate = cells.bytes(path) * 1000 / elapsed;
            cells.setBytes(path, 0);
            double pins = cells.own(LoadCells.PINS, path);
            approach(LoadCells.FAST, path, rate, keepFast);
            approach(LoadCells.SLOW, path, rate, keepSlow);
            approach(LoadCells.USUAL_PINS, path, pins, keepUsual);
            cells.setOwn(LoadCells.PINS, path, pins * keepPins);
        }
    }

    private void approach(int kind, int path, double target, double keep) {
        double old = cells.own(kind, path);
        double value = target + (old - target) * keep;
        cells.setOwn(kind, path, kind != LoadCells.USUAL_PINS && value < NOTHING ? 0 : value);
    }

    private void expect() {
        double total = 0;
        double busiest = NOTHING;
        double pins = 0;
        for (int path = 0; path < PATHS; path++) {
            double rate = measured(path);
            total += rate;
            busiest = Math.max(busiest, rate);
            pins += cells.all(LoadCells.PINS, path);
        }
        pinRate = pins * busiest > PINS_SHARE * total && total > 0 ? PINS_SHARE * total / pins : busiest;
        for (int path = 0; path < PATHS; path++) {
            double pinsBesideOwn = cells.others(LoadCells.PINS, path) - cells.all(LoadCells.USUAL_PINS, path);
            cells.setBase(path, measured(path) + pinRate * pinsBesideOwn);
        }
    }

    private double measured(int path) {
        return Math.max(cells.all(LoadCells.FAST, path), cells.all(LoadCells.SLOW, path));
    }

    /** What a path is expected to carry, in bytes per second; 0 for a path that does not exist. */
    double expected(int path) {
        return isPath(path) ? cells.base(path) + pinRate * cells.own(LoadCells.PINS, path) : 0;
    }

    /** What one more flow is expected to bring, in bytes per second; above 0. */
    double pinRate() {
        return pinRate;
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
