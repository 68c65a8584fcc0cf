package io.braid.flow;

/**
 * The third word of a {@link FlowTable} entry: when a flow was last seen, and how much it sent of late.
 *
 * <p>The upper half counts units of 16 bytes and is halved at each multiple of the window, which needs no other memory than the time in the lower half. It
 * saturates at 64 GiB, so a flow of 800 Gbit/s fits.
 */
final class RecentBytes {
    /** A window is 256 ms. */
    static final int WINDOW_SHIFT = 8;

    private static final int UNIT_SHIFT = 4;
    private static final long MAX_UNITS = 0xFFFF_FFFFL;

    private RecentBytes() {}

    static long start(int now) {
        return now & 0xFFFF_FFFFL;
    }

    static int lastSeen(long word) {
        return (int) word;
    }

    /** The word after {@code bytes} more at {@code now}; a clock that went backwards stands still. */
    static long add(long word, int bytes, int now) {
        int seen = lastSeen(word);
        int latest = now - seen > 0 ? now : seen;
        long units = decayed(word, latest) + ((bytes + (1 << UNIT_SHIFT) - 1) >>> UNIT_SHIFT);
        return (Math.min(units, MAX_UNITS) << 32) | (latest & 0xFFFF_FFFFL);
    }

    static long bytes(long word, int now) {
        return decayed(word, now) << UNIT_SHIFT;
    }

    private static long decayed(long word, int now) {
        int seen = lastSeen(word);
        // Of the difference, not of the two times, so that it holds across the clock's wrap-around.
        int windows = now - seen > 0 ? (now - (seen & -(1 << WINDOW_SHIFT))) >>> WINDOW_SHIFT : 0;
        long units = word >>> 32;
        return windows < 32 ? units >>> windows : 0;
    }
}
