package io.braid.bgp.wire;

/** What stands next in a byte stream. */
public sealed interface Framed {
    /**
     * A whole message whose header is well-formed.
     *
     * @param buffer holds the message; the framer's, valid until bytes are added
     * @param offset where the header starts
     * @param length its bytes, header included
     */
    @SuppressWarnings("ArrayRecordComponent") // a view, not a value
    record Frame(byte[] buffer, int offset, int length) implements Framed {
        /** Reads the message. */
        public Decoded decode(Negotiated context) {
            return MessageDecoder.decode(buffer, offset, length, context);
        }
    }

    /** More bytes are needed. */
    record Incomplete() implements Framed {}

    /**
     * The stream is not one of BGP messages; nothing more can be read from it.
     *
     * @param error why
     */
    record Broken(BgpError error) implements Framed {}
}
