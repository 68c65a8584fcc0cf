package io.braid.bgp.wire;

import java.util.Optional;

/**
 * The last message of a session: why it ends (RFC 4271 section 4.5).
 *
 * @param code the kind of error, 0 to 255
 * @param subcode which one of the kind, 0 to 255; 0 where the kind has none
 * @param data what the error needs to be understood
 */
public record Notification(int code, int subcode, Bytes data) implements Message {
    /** The most bytes of text that a shutdown can carry (RFC 9003 section 2). */
    public static final int MAX_SHUTDOWN_TEXT_BYTES = 255;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number does not fit its field, or the data no message
     */
    public Notification {
        Ranges.check("an error code", code, 0xFF);
        Ranges.check("an error subcode", subcode, 0xFF);
        int room = MessageType.Limits.EXTENDED - MessageType.NOTIFICATION.minBytes();
        Ranges.check("the data's length", data.length(), room);
    }

    /** A message without data. */
    public static Notification of(ErrorReason reason) {
        return of(reason, Bytes.EMPTY);
    }

    /** A message with data. */
    public static Notification of(ErrorReason reason, Bytes data) {
        return new Notification(reason.code(), reason.subcode(), data);
    }

    /**
     * An administrative shutdown or reset with a text for the peer's operator, cut to what fits (RFC 9003).
     *
     * @param reason {@link ErrorReason#ADMINISTRATIVE_SHUTDOWN} or {@link ErrorReason#ADMINISTRATIVE_RESET}
     * @throws IllegalArgumentException for another reason
     */
    public static Notification shutdown(ErrorReason reason, String text) {
        if (reason != ErrorReason.ADMINISTRATIVE_SHUTDOWN && reason != ErrorReason.ADMINISTRATIVE_RESET) {
            throw new IllegalArgumentException(reason + " carries no text");
        }
        return of(reason, ShutdownText.encode(text));
    }

    /**
     * This message wrapped so that the peer ends the session for good, graceful restart or not (RFC 8538 section 3.1).
     */
    public Notification asHardReset() {
        byte[] wrapped = new byte[2 + data.length()];
        wrapped[0] = (byte) code;
        wrapped[1] = (byte) subcode;
        data.copyTo(wrapped, 2);
        return of(ErrorReason.HARD_RESET, Bytes.of(wrapped));
    }

    /** Whether the peer ends the session for good, graceful restart or not (RFC 8538). */
    public boolean isHardReset() {
        return reason().filter(r -> r == ErrorReason.HARD_RESET).isPresent();
    }

    /** What a hard reset wraps; this message itself if it is none, or wraps nothing. */
    public Notification unwrapped() {
        return isHardReset() && data.length() >= 2
                ? new Notification(data.get(0), data.get(1), Bytes.of(data.toArray(), 2, data.length() - 2))
                : this;
    }

    /** The reason if the numbers are known ones. */
    public Optional<ErrorReason> reason() {
        return ErrorReason.of(code, subcode);
    }

    /**
     * The operator's words in a shutdown or reset, made safe to log: control characters and bytes that are not UTF-8
     * are replaced. Nothing for other reasons, no text, or one whose length is wrong (RFC 9003).
     */
    public Optional<String> shutdownText() {
        boolean carriesText = reason().filter(
                        r -> r == ErrorReason.ADMINISTRATIVE_SHUTDOWN || r == ErrorReason.ADMINISTRATIVE_RESET)
                .isPresent();
        return carriesText ? ShutdownText.decode(data) : Optional.empty();
    }

    @Override
    public MessageType type() {
        return MessageType.NOTIFICATION;
    }
}
