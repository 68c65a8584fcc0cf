package io.braid.bgp.wire;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes values of the bytes of messages. Has no state; any thread may call it. */
public final class MessageDecoder {
    private MessageDecoder() {}

    /**
     * Reads one whole message.
     *
     * <p>Never throws for what the bytes say, and allocates in proportion to the message.
     *
     * @param buffer holds the message
     * @param offset where its header starts
     * @param length its bytes, header included; another length in the header is an error
     * @param context what was agreed with the peer that sent it
     * @throws IndexOutOfBoundsException if the range is not in the buffer
     */
    public static Decoded decode(byte[] buffer, int offset, int length, Negotiated context) {
        Objects.checkFromIndexSize(offset, length, buffer.length);
        BgpError error = MessageHeader.checkWhole(
                buffer, offset, length, context.receive().maxMessageBytes());
        if (error != null) {
            return new Decoded.Rejected(error);
        }
        var body = new WireReader(buffer, offset + MessageType.Limits.HEADER, length - MessageType.Limits.HEADER);
        MessageType type = MessageType.of(MessageHeader.type(buffer, offset)).orElseThrow();
        return switch (type) {
            case OPEN -> OpenDecoder.decode(body);
            case UPDATE -> new UpdateDecoder(context).decode(body);
            case NOTIFICATION -> accepted(new Notification(body.u8(), body.u8(), body.bytes(body.remaining())));
            case KEEPALIVE -> accepted(new Keepalive());
            case ROUTE_REFRESH -> {
                BgpError bad = refreshLength(buffer, offset, length, context);
                yield bad != null ? new Decoded.Rejected(bad) : accepted(refresh(body, context));
            }
        };
    }

    /** Only the marks of enhanced refresh have a length to check: a request may carry filters (RFC 5291). */
    private static @Nullable BgpError refreshLength(byte[] buffer, int offset, int length, Negotiated context) {
        int subtype = buffer[offset + MessageType.Limits.HEADER + 2] & 0xFF;
        boolean mark = subtype == RouteRefresh.BEGIN || subtype == RouteRefresh.END;
        if (!context.enhancedRefresh() || !mark || length == MessageType.ROUTE_REFRESH.minBytes()) {
            return null;
        }
        return BgpError.reset( // RFC 7313 section 5: the data is the whole message
                ErrorReason.INVALID_REFRESH_LENGTH,
                Bytes.of(buffer, offset, length),
                "a refresh mark has 23 bytes, not " + length);
    }

    private static RouteRefresh refresh(WireReader body, Negotiated context) {
        int afi = body.u16();
        int subtype = body.u8();
        // RFC 2918 section 3: without RFC 7313 the byte between is reserved, and ignored.
        return new RouteRefresh(
                new AfiSafi(afi, body.u8()), context.enhancedRefresh() ? subtype : RouteRefresh.REQUEST);
    }

    private static Decoded accepted(Message message) {
        return new Decoded.Accepted(message, List.of());
    }
}
