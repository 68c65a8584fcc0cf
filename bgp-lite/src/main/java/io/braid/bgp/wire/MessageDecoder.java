package io.braid.bgp.wire;

/** Makes values of the bytes of messages. Has no state; any thread may call it. */
@SuppressWarnings("DoNotCallSuggester")
public final class MessageDecoder {
    private MessageDecoder() {}

    /**
     * Reads one whole message.
     *
     * <p>Never throws for what the bytes say, and allocates in proportion to the message.
     *
     * @param buffer holds the message
     * @param offset where its header starts
     * @param length its bytes, header included, as its length field says
     * @param context what was agreed with the peer that sent it
     * @throws IndexOutOfBoundsException if the range is not in the buffer
     */
    public static Decoded decode(byte[] buffer, int offset, int length, Negotiated context) {
        throw new UnsupportedOperationException(offset + " " + length + " " + buffer.length + context);
    }
}
