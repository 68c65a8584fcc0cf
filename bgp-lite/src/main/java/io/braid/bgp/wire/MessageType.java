package io.braid.bgp.wire;

import java.util.Optional;

/** The kinds of messages and how long each may be, header included (RFC 4271 section 4.1, RFC 8654 section 4). */
public enum MessageType {
    OPEN(1, 29, Limits.STANDARD),
    UPDATE(2, 23, Limits.EXTENDED),
    NOTIFICATION(3, 21, Limits.EXTENDED),
    KEEPALIVE(4, 19, 19),
    ROUTE_REFRESH(5, 23, Limits.EXTENDED);

    private static final MessageType[] BY_CODE = {null, OPEN, UPDATE, NOTIFICATION, KEEPALIVE, ROUTE_REFRESH};

    private final int code;
    private final int minBytes;
    private final int maxBytes;

    MessageType(int code, int minBytes, int maxBytes) {
        this.code = code;
        this.minBytes = minBytes;
        this.maxBytes = maxBytes;
    }

    /** The type with that number, or nothing. */
    public static Optional<MessageType> of(int code) {
        return code > 0 && code < BY_CODE.length ? Optional.of(BY_CODE[code]) : Optional.empty();
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }

    int minBytes() {
        return minBytes;
    }

    int maxBytes() {
        return maxBytes;
    }

    /** The sizes of messages with and without RFC 8654, in bytes. */
    static final class Limits {
        static final int HEADER = 19;
        static final int STANDARD = 4096;
        static final int EXTENDED = 65535;

        private Limits() {}
    }
}
