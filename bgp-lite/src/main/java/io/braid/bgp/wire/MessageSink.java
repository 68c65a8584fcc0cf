package io.braid.bgp.wire;

/** Takes encoded messages one by one, to send them or keep them. */
@FunctionalInterface
public interface MessageSink {
    /**
     * Takes one whole message.
     *
     * @param buffer holds the message; the encoder's, to be read during the call only
     * @param offset where the message starts
     * @param length its bytes, header included
     */
    void message(byte[] buffer, int offset, int length);
}
