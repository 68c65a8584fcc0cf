package io.braid.flow;

/**
 * How long a pin lives without a packet, by what its flow has shown of itself; all in milliseconds.
 *
 * @param idleMillis a flow that is neither opening nor closing: the configured idle time-out
 * @param openingMillis a TCP connection of which only SYNs were seen; never more than {@code idleMillis}
 * @param lingerMillis a TCP connection after a FIN or RST; never more than {@code idleMillis}
 */
public record FlowTimeouts(int idleMillis, int openingMillis, int lingerMillis) {
    /** Long enough for two retransmissions of a SYN (RFC 6298: after 1 s and 3 s). */
    private static final int OPENING_MILLIS = 5_000;

    /** Long enough for the last acknowledgements and their retransmissions. */
    private static final int LINGER_MILLIS = 2_000;

    /** The longest that a clock of wrapping 32-bit milliseconds tells from a short time. */
    public static final int MAX_MILLIS = 1 << 30;

    /** Checks the ranges: 1 ms to {@link #MAX_MILLIS}. */
    public FlowTimeouts {
        if (idleMillis < 1 || openingMillis < 1 || lingerMillis < 1) {
            throw new IllegalArgumentException("a time-out is at least 1 ms: idle " + idleMillis + ", opening "
                    + openingMillis + ", linger " + lingerMillis);
        }
        if (idleMillis > MAX_MILLIS) {
            throw new IllegalArgumentException(
                    "an idle time-out is at most " + MAX_MILLIS + " ms, not " + idleMillis + " ms");
        }
        openingMillis = Math.min(openingMillis, idleMillis);
        lingerMillis = Math.min(lingerMillis, idleMillis);
    }

    /** The time-outs that go with a configured idle time-out. */
    public static FlowTimeouts ofIdle(int idleMillis) {
        return new FlowTimeouts(idleMillis, OPENING_MILLIS, LINGER_MILLIS);
    }
}
