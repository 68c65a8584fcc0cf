package io.braid.bgp.wire;

/**
 * Walks over a part of a buffer in network byte order.
 *
 * <p>Callers ask {@link #remaining} first; reading past the end is a fault of the codec, not of the input.
 */
final class WireReader {
    private final byte[] buffer;
    private final int end;
    private int at;

    WireReader(byte[] buffer, int offset, int length) {
        this.buffer = buffer;
        this.at = offset;
        this.end = offset + length;
    }

    int remaining() {
        return end - at;
    }

    /** Where in the buffer the next byte is. */
    int position() {
        return at;
    }

    /** The next byte, which stays the next. */
    int peek() {
        int next = u8();
        at--;
        return next;
    }

    int u8() {
        return buffer[advance(1)] & 0xFF;
    }

    int u16() {
        int from = advance(2);
        return (buffer[from] & 0xFF) << 8 | (buffer[from + 1] & 0xFF);
    }

    int i32() {
        return u16() << 16 | u16();
    }

    long u32() {
        return i32() & Ranges.U32_MAX;
    }

    long i64() {
        return u32() << 32 | u32();
    }

    IpAddress address(Afi afi) {
        return afi == Afi.IPV4 ? IpAddress.v4(i32()) : IpAddress.v6(i64(), i64());
    }

    /** An AS number of the session's size. */
    long asn(boolean fourBytes) {
        return fourBytes ? u32() : u16();
    }

    /** The next bytes as a reader of their own; this one goes on after them. */
    WireReader slice(int length) {
        return new WireReader(buffer, advance(length), length);
    }

    /** A copy of the next bytes. */
    Bytes bytes(int length) {
        return Bytes.of(buffer, advance(length), length);
    }

    /** A copy of bytes that were read, from a position on. */
    Bytes since(int position) {
        return Bytes.of(buffer, position, at - position);
    }

    private int advance(int count) {
        if (count > end - at) {
            throw new IllegalStateException(count + " bytes wanted, " + (end - at) + " left");
        }
        int from = at;
        at += count;
        return from;
    }
}
