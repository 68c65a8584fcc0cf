package io.braid.flow;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The memory behind a {@link PathLoad}: off-heap, so that each part is written by one thread and shares no cache line with
 * another thread's part (128 bytes, because prefetchers fetch lines in pairs).
 *
 * <pre>
 *     0  own     fast rate[8] | slow rate[8] | young pins[8] | usual pins[8]    the worker writes, anyone reads
 *   256  others  the same four, summed over all other workers                   the conductor writes, the worker reads
 *   512  private bytes since the last roll[8] | base of the expected load[8]    the worker only
 *   640
 * </pre>
 *
 * All cells are doubles. Own and others are accessed opaquely: never torn, seen soon, no barrier.
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

    private static final VarHandle CELL = ValueLayout.JAVA_DOUBLE.varHandle();
    private static final int PATHS = BucketTable.MAX_PATHS;
    private static final long KIND_BYTES = PATHS * Double.BYTES;
    private static final long OTHERS = KINDS * KIND_BYTES;
    private static final long BYTES = 2 * OTHERS;
    private static final long BASE = BYTES + KIND_BYTES;
    private static final long ALIGNMENT = 128;

    /** Freed with this object: the conductor may read after the worker ended. */
    private final MemorySegment cells = Arena.ofAuto().allocate(BASE + KIND_BYTES, ALIGNMENT);

    double own(int kind, int path) {
        return (double) CELL.getOpaque(cells, offset(kind, path));
    }

    void setOwn(int kind, int path, double value) {
        CELL.setOpaque(cells, offset(kind, path), value);
    }

    double others(int kind, int path) {
        return (double) CELL.getOpaque(cells, OTHERS + offset(kind, path));
    }

    void setOthers(int kind, int path, double value) {
        CELL.setOpaque(cells, OTHERS + offset(kind, path), value);
    }

    double all(int kind, int path) {
        return own(kind, path) + others(kind, path);
    }

    double bytes(int path) {
        return (double) CELL.get(cells, BYTES + (long) path * Double.BYTES);
    }

    void setBytes(int path, double value) {
        CELL.set(cells, BYTES + (long) path * Double.BYTES, value);
    }

    double base(int path) {
        return (double) CELL.get(cells, BASE + (long) path * Double.BYTES);
    }

    void setBase(int path, double value) {
        CELL.set(cells, BASE + (long) path * Double.BYTES, value);
    }

    private static long offset(int kind, int path) {
        return kind * KIND_BYTES + (long) path * Double.BYTES;
    }
}
