package io.braid.bgp.wire;

import org.jspecify.annotations.Nullable;

/**
 * What was wrong with a message and what is to be done about it: the value that malformed input becomes.
 *
 * @param reason the error code and subcode
 * @param data what a NOTIFICATION about it carries
 * @param handling what is to be done
 * @param family the family to disable; set for {@link Handling#AFI_SAFI_DISABLE} only
 * @param detail what was found, in words, for a log; made of numbers, so safe to print
 */
public record BgpError(
        ErrorReason reason,
        Bytes data,
        Handling handling,
        @Nullable Family family,
        String detail) {
    /** The most data that fits in a message of any session. */
    private static final int MAX_DATA = MessageType.Limits.STANDARD - MessageType.NOTIFICATION.minBytes();

    /**
     * Cuts the data to what fits in a message of any session.
     *
     * @throws IllegalArgumentException if a family is given or missing against the handling
     */
    public BgpError {
        if ((family != null) != (handling == Handling.AFI_SAFI_DISABLE)) {
            throw new IllegalArgumentException(handling + " with family " + family);
        }
        if (data.length() > MAX_DATA) {
            data = Bytes.of(data.toArray(), 0, MAX_DATA);
        }
    }

    static BgpError reset(ErrorReason reason, Bytes data, String detail) {
        return new BgpError(reason, data, Handling.SESSION_RESET, null, detail);
    }

    static BgpError reset(ErrorReason reason, String detail) {
        return reset(reason, Bytes.EMPTY, detail);
    }

    /** The error code on the wire. */
    public int code() {
        return reason.code();
    }

    /** The error subcode on the wire. */
    public int subcode() {
        return reason.subcode();
    }

    /** The message that ends a session for this error. */
    public Notification toNotification() {
        return Notification.of(reason, data);
    }

    @Override
    public String toString() {
        return reason + " (" + code() + "/" + subcode() + "), " + handling + (family == null ? "" : " " + family) + ": "
                + detail;
    }
}
