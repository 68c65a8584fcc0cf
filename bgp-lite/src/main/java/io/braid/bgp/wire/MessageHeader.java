package io.braid.bgp.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first 19 bytes of every message.
 *
 * <pre>
 *  0                 16         18     19
 * +-----------------+----------+------+
 * | marker: 16 x FF | length   | type |
 * +-----------------+----------+------+
 * </pre>
 */
final class MessageHeader {
    static final int MARKER_BYTES = 16;
    private static final int LENGTH_AT = 16;
    private static final int TYPE_AT = 18;

    private MessageHeader() {}

    static int length(byte[] buffer, int offset) {
        return (buffer[offset + LENGTH_AT] & 0xFF) << 8 | (buffer[offset + LENGTH_AT + 1] & 0xFF);
    }

    static int type(byte[] buffer, int offset) {
        return buffer[offset + TYPE_AT] & 0xFF;
    }

    /**
     * Checks as much of a header as there is (RFC 4271 section 6.1).
     *
     * @param available how many bytes there are, also less than a header
     */
    static @Nullable BgpError check(byte[] buffer, int offset, int available, int maxMessageBytes) {
        for (int i = 0; i < Math.min(available, MARKER_BYTES); i++) {
            if (buffer[offset + i] != (byte) 0xFF) {
                return BgpError.reset(ErrorReason.NOT_SYNCHRONIZED, "byte " + i + " of the marker is not 0xff");
            }
        }
        if (available < LENGTH_AT + 2) {
            return null;
        }
        int length = length(buffer, offset);
        if (length < MessageType.Limits.HEADER || length > maxMessageBytes) {
            return badLength(length, "19 to " + maxMessageBytes);
        }
        if (available <= TYPE_AT) {
            return null;
        }
        int code = type(buffer, offset);
        Optional<MessageType> type = MessageType.of(code);
        if (type.isEmpty()) {
            return BgpError.reset(
                    ErrorReason.BAD_MESSAGE_TYPE, Bytes.of((byte) code), "there is no message type " + code);
        }
        int min = type.get().minBytes();
        int max = Math.min(type.get().maxBytes(), maxMessageBytes);
        return length < min || length > max ? badLength(length, type.get() + " " + min + " to " + max) : null;
    }

    /** Checks the header of a message that is there in {@code length} bytes. */
    static @Nullable BgpError checkWhole(byte[] buffer, int offset, int length, int maxMessageBytes) {
        BgpError error = check(buffer, offset, length, maxMessageBytes);
        if (error != null) {
            return error;
        }
        if (length < MessageType.Limits.HEADER) {
            return badLength(length, "19 to " + maxMessageBytes);
        }
        int said = length(buffer, offset);
        return said == length ? null : badLength(said, "the message's " + length);
    }

    private static BgpError badLength(int length, String allowed) {
        return BgpError.reset(
                ErrorReason.BAD_MESSAGE_LENGTH,
                Bytes.of((byte) (length >> 8), (byte) length),
                "the length is " + length + "; allowed: " + allowed);
    }
}
