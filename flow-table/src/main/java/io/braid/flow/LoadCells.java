package io.braid.flow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The memory behind a {@link PathLoad}, in four arrays, each written by one thread:
 *
 * <pre>
 *   own      fast rate[8] | slow rate[8] | young pins[8] | usual pins[8]    the worker writes, anyone reads
 *   others   the same four, summed over all other workers                   the conductor writes, the worker reads
 *   private  measured rate[8] | pins but own[8]    the worker only
 *   bytes    since the last roll[8]    the worker only
 * </pre>
 *
 * Each array begins and ends with 128 unused bytes (two cache lines, which prefetchers fetch in pairs), so that it shares no line
 * with what another thread writes. Own and others are accessed opaquely: never torn, seen soon, no barrier. Arrays rather than
 * off-heap memory, because the compiler gives up inlining as many segment accesses as {@link Placement#choose} makes: over a
 * segment the same code was about three times as slow (PlacementBenchmark in perf).
 */
final class LoadCells {
    /** Rates averaged over a short time, bytes per second. */
    static final int FAST = 0;
    /** Rates averaged over a long time, bytes per second. */
    static final int SLOW = 1;
    /** Flows placed lately. */
    static final int PINS = 2;
    /** What {@link #PINS} usually is. */
    static final int USUAL_PINS = 3;

    static final int KINDS = 4;

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(double[].class);
    private static final int PATHS = BucketTable.MAX_PATHS;
    private static final int PADDING = 128 / Double.BYTES;

    private static final int MEASURED = PADDING;
    private static final int PINS_BUT_OWN = MEASURED + PATHS;

    private final double[] own = padded(KINDS);
    private final double[] others = padded(KINDS);
    private final double[] mine = padded(2);
    /** Whole numbers, because one is added to for each packet, and must not wait for a floating-point addition of the packet before. */
    private final long[] bytes = new long[PADDING + PATHS + PADDING];

    private static double[] padded(int kinds) {
        return new double[PADDING + kinds * PATHS + PADDING];
    }

    double own(int kind, int path) {
        return (double) CELL.getOpaque(own, PADDING + kind * PATHS + path);
    }

    void setOwn(int kind, int path, double value) {
        CELL.setOpaque(own, PADDING + kind * PATHS + path, value);
    }

    double others(int kind, int path) {
        return (double) CELL.getOpaque(others, PADDING + kind * PATHS + path);
    }

    void setOthers(int kind, int path, double value) {
        CELL.setOpaque(others, PADDING + kind * PATHS + path, value);
    }

    double all(int kind, int path) {
        return own(kind, path) + others(kind, path);
    }

    long bytes(int path) {
        return bytes[PADDING + path];
    }

    void setBytes(int path, long value) {
        bytes[PADDING + path] = value;
    }

    double measured(int path) {
        return mine[MEASURED + path];
    }

    void setMeasured(int path, double value) {
        mine[MEASURED + path] = value;
    }

    double pinsButOwn(int path) {
        return mine[PINS_BUT_OWN + path];
    }

    void setPinsButOwn(int path, double value) {
        mine[PINS_BUT_OWN + path] = value;
    }
}
