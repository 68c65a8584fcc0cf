package io.braid.bgp.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a peer's byte stream into messages (RFC 4271 section 4.1).
 *
 * <p>The header is checked as its bytes arrive, so what is not BGP is told at its first byte, and a length that cannot be
 * is never waited for. Memory is bounded by two messages of the longest kind. For one thread at a time.
 */
public final class MessageFramer {
    private static final Framed.Incomplete INCOMPLETE = new Framed.Incomplete();
    private static final int STANDARD_BUFFER = 4 * MessageType.Limits.STANDARD;
    private static final int EXTENDED_BUFFER = 2 * (MessageType.Limits.EXTENDED + 1);

    private byte[] buffer = new byte[STANDARD_BUFFER];
    private int start;
    private int end;
    private int maxMessageBytes = MessageType.Limits.STANDARD;
    private Framed.@Nullable Broken broken;

    /**
     * Sets the longest message that is taken from now on; to be called when the capabilities are known.
     *
     * @param bytes 4096, or 65535 (RFC 8654)
     */
    public void maxMessageBytes(int bytes) {
        if (bytes != MessageType.Limits.STANDARD && bytes != MessageType.Limits.EXTENDED) {
            throw new IllegalArgumentException("a message has up to 4096 or 65535 bytes, not " + bytes);
        }
        maxMessageBytes = bytes;
        if (bytes == MessageType.Limits.EXTENDED && buffer.length < EXTENDED_BUFFER) {
            byte[] larger = new byte[EXTENDED_BUFFER];
            System.arraycopy(buffer, start, larger, 0, end - start);
            end -= start;
            start = 0;
            buffer = larger;
        }
    }

    /**
     * The free part of the buffer, to read from a socket into; {@link #added} then says how much came. Frames given out
     * before are no longer valid. Never empty unless whole messages wait to be taken, or the stream is broken.
     */
    public ByteBuffer space() {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        }
        return ByteBuffer.wrap(buffer, end, broken == null ? buffer.length - end : 0);
    }

    /**
     * Says that bytes were put at the begin of {@link #space}.
     *
     * @param count how many
     * @throws IllegalArgumentException if there was no room for so many
     */
    public void added(int count) {
        Ranges.check("the bytes added", count, buffer.length - (long) end);
        end += count;
    }

    /**
     * Copies bytes in, as many as there is room for. Frames given out before are no longer valid.
     *
     * @return how many were taken
     */
    public int add(byte[] bytes, int offset, int length) {
        ByteBuffer space = space();
        int count = Math.min(length, space.remaining());
        space.put(bytes, offset, count);
        added(count);
        return count;
    }

    /** The next message, or why there is none. A broken stream stays broken. */
    public Framed next() {
        if (broken != null) {
            return broken;
        }
        int available = end - start;
        BgpError error = MessageHeader.check(buffer, start, available, maxMessageBytes);
        if (error != null) {
            broken = new Framed.Broken(error);
            return broken;
        }
        if (available < MessageType.Limits.HEADER) {
            return INCOMPLETE;
        }
        int length = MessageHeader.length(buffer, start);
        if (available < length) {
            return INCOMPLETE;
        }
        var frame = new Framed.Frame(buffer, start, length);
        start += length;
        return frame;
    }

    /** How many bytes wait for the rest of their message, or to be taken. */
    public int pendingBytes() {
        return end - start;
    }
}
