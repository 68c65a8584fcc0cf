package io.braid.flow;

/**
 * Measures one flow's rate in the 32 bits a pin has for it, with an addition per packet and a shift per quarter second.
 *
 * <p>A pin's {@code recent} counts what the flow sent, in units of 16 bytes, and is halved whenever a window of 256 ms ends.
 * A flow that sends {@code b} units per window has {@code b} left at a window's start (b/2 + b/4 + ...) and {@code 2b} at its
 * end, so {@code recent} alone tells the rate up to a factor of two; divided by {@code 1 + phase} it tells it exactly
 * ({@link #perWindow}). The count saturates at a rate of 537 Gbit/s.
 *
 * <p>Ticks are milliseconds and may wrap around. All methods are pure, allocate nothing, any thread.
 */
public final class FlowRate {
    /** Length of a window in ticks. */
    public static final int WINDOW_MILLIS = 256;

    private static final int WINDOW_SHIFT = 8;
    private static final int UNIT_SHIFT = 4;
    private static final int UNIT_BYTES = 1 << UNIT_SHIFT;
    /** A window's number has so many bits, because a tick has 32. */
    private static final int WINDOW_NUMBER = -1 >>> WINDOW_SHIFT;

    private FlowRate() {}

    /**
     * The count with a packet, or a burst, added.
     *
     * @param recent the count, already {@link #aged} to now; 0 or more
     * @param bytes 0 or more
     */
    public static int add(int recent, int bytes) {
        int sum = recent + ((bytes + UNIT_BYTES - 1) >>> UNIT_SHIFT);
        return sum < 0 ? Integer.MAX_VALUE : sum;
    }

    /**
     * The count as it is now, when it was last brought up to date at an earlier tick. A clock that went backwards (by up to 24
     * days) leaves it as it is.
     */
    public static int aged(int recent, int thenTick, int nowTick) {
        int windows = ((nowTick >>> WINDOW_SHIFT) - (thenTick >>> WINDOW_SHIFT)) & WINDOW_NUMBER;
        if (windows > WINDOW_NUMBER >>> 1) {
            return recent;
        }
        return windows < Integer.SIZE ? recent >>> windows : 0;
    }

    /** How many units of 16 bytes a steady flow with this count sends per window. */
    public static int perWindow(int recent, int nowTick) {
        return (int) (((long) recent << WINDOW_SHIFT) / (WINDOW_MILLIS + (nowTick & (WINDOW_MILLIS - 1))));
    }

    /** The rate of a flow with this count, in bytes per second. */
    public static double bytesPerSecond(int recent, int nowTick) {
        return ofPerWindow(perWindow(recent, nowTick));
    }

    /** Units per window for a rate in bytes per second, saturating. */
    static int toPerWindow(double bytesPerSecond) {
        return (int) (bytesPerSecond * WINDOW_MILLIS / 1000 / UNIT_BYTES);
    }

    /** The rate in bytes per second for units per window. */
    static double ofPerWindow(int perWindow) {
        return perWindow * (UNIT_BYTES * 1000.0 / WINDOW_MILLIS);
    }
}
