package io.braid.bgp.wire;

import java.util.List;

/**
 * Makes the bytes of messages for one peer.
 *
 * <p>The encoding is canonical: attributes by ascending number after the multiprotocol one, which comes first (RFC 7606
 * section 5.1); as many routes in a message as it has room for; routes of one kind in a message; no byte that can be left
 * out. What is given is what is sent: attributes that may not go to an external peer are for the caller to leave out.
 *
 * <p>Holds buffers that it uses again, so it is for one thread at a time.
 */
public final class MessageEncoder {
    private final Negotiated context;
    private final WireWriter out;
    private final UpdateWriter updates;

    /** Makes an encoder for what was agreed with a peer. */
    public MessageEncoder(Negotiated context) {
        this.context = context;
        this.out = new WireWriter(context.send().maxMessageBytes());
        this.updates = new UpdateWriter(context, out);
    }

    /**
     * Encodes a message; an UPDATE becomes as many as its routes need, withdrawn ones first.
     *
     * @throws IllegalArgumentException if it cannot be put on this session's wire: see {@link #announce}
     */
    public void encode(Message message, MessageSink sink) {
        switch (message) {
            case Open open -> {
                begin(MessageType.OPEN, out);
                OpenWriter.write(open, out);
                finish(out, sink);
            }
            case Update update -> {
                update.withdrawn().forEach(u -> withdraw(u.family(), u.nlri(), sink));
                update.announced().forEach(r -> announce(update.attributes(), r.family(), r.nextHop(), r.nlri(), sink));
            }
            case Notification notification -> {
                begin(MessageType.NOTIFICATION, out);
                out.u8(notification.code());
                out.u8(notification.subcode());
                out.bytes(notification.data());
                finish(out, sink);
            }
            case Keepalive _ -> {
                begin(MessageType.KEEPALIVE, out);
                finish(out, sink);
            }
            case RouteRefresh refresh -> {
                begin(MessageType.ROUTE_REFRESH, out);
                out.u16(refresh.family().afi());
                out.u8(refresh.subtype());
                out.u8(refresh.family().safi());
                finish(out, sink);
            }
        }
    }

    /**
     * Encodes the announcement of routes with the same attributes and next hop in as few messages as they fit in, in the
     * order given. IPv4 routes with an IPv4 next hop take the message's own field, all others MP_REACH_NLRI.
     *
     * @throws IllegalArgumentException if the family, its path numbers or the kind of next hop were not agreed on, a
     *     route is of another family, or the attributes leave no room for a route
     */
    public void announce(PathAttributes attributes, Family family, NextHop nextHop, List<Nlri> nlri, MessageSink sink) {
        updates.announce(attributes, family, nextHop, nlri, sink);
    }

    /**
     * Encodes the withdrawal of routes in as few messages as they fit in, in the order given. No routes make the family's
     * End-of-RIB marker.
     *
     * @throws IllegalArgumentException if the family or its path numbers were not agreed on, or a route is of another
     *     family
     */
    public void withdraw(Family family, List<Nlri> nlri, MessageSink sink) {
        updates.withdraw(family, nlri, sink);
    }

    /** What was agreed with the peer. */
    public Negotiated context() {
        return context;
    }

    static void begin(MessageType type, WireWriter out) {
        out.position(0);
        for (int i = 0; i < MessageHeader.MARKER_BYTES; i++) {
            out.u8(0xFF);
        }
        out.u16(0); // the length, when it is known
        out.u8(type.code());
    }

    static void finish(WireWriter out, MessageSink sink) {
        out.patchU16(MessageHeader.MARKER_BYTES, out.position());
        sink.message(out.buffer(), 0, out.position());
    }
}
