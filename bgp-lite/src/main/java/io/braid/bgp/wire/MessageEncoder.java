package io.braid.bgp.wire;

import java.util.List;

/**
 * Makes the bytes of messages for one peer.
 *
 * <p>The encoding is canonical: attributes by ascending number after the multiprotocol one, which comes first (RFC 7606
 * section 5.1); as many routes in a message as it has room for; routes of one kind in a message; no byte that can be left
 * out. Holds one buffer that it uses again, so it is for one thread at a time.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class MessageEncoder {
    private final Negotiated context;

    /** Makes an encoder for what was agreed with a peer. */
    public MessageEncoder(Negotiated context) {
        this.context = context;
    }

    /**
     * Encodes a message; an UPDATE becomes as many as its routes need.
     *
     * @throws IllegalArgumentException if it cannot be put on this session's wire: see {@link #announce}
     */
    public void encode(Message message, MessageSink sink) {
        throw new UnsupportedOperationException(message.toString() + sink);
    }

    /**
     * Encodes the announcement of routes with the same attributes and next hop in as few messages as they fit in.
     *
     * @throws IllegalArgumentException if the family or the kind of next hop was not agreed on, or the attributes leave no
     *     room for a route
     */
    public void announce(PathAttributes attributes, Family family, NextHop nextHop, List<Nlri> nlri, MessageSink sink) {
        throw new UnsupportedOperationException(attributes.toString() + family + nextHop + nlri + sink + context);
    }

    /**
     * Encodes the withdrawal of routes in as few messages as they fit in.
     *
     * @throws IllegalArgumentException if the family was not agreed on
     */
    public void withdraw(Family family, List<Nlri> nlri, MessageSink sink) {
        throw new UnsupportedOperationException(nlri.toString() + family + sink);
    }
}
