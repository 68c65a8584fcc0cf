package io.braid.bgp.wire;

/** Fills a buffer of a fixed size in network byte order. */
final class WireWriter {
    private final byte[] buffer;
    private int at;

    WireWriter(int capacity) {
        buffer = new byte[capacity];
    }

    byte[] buffer() {
        return buffer;
    }

    int position() {
        return at;
    }

    /** Goes back; what is after the position is written again. */
    void position(int position) {
        at = position;
    }

    int room() {
        return buffer.length - at;
    }

    void u8(int value) {
        if (at == buffer.length) {
            throw new IllegalArgumentException("what is to be sent is longer than a message of " + at + " bytes");
        }
        buffer[at++] = (byte) value;
    }

    void u16(int value) {
        u8(value >> 8);
        u8(value);
    }

    void u32(long value) {
        u16((int) (value >> 16));
        u16((int) value);
    }

    void u64(long value) {
        u32(value >>> 32);
        u32(value);
    }

    void address(IpAddress address) {
        for (int i = 0; i < address.afi().bytes(); i++) {
            u8(address.byteAt(i));
        }
    }

    void bytes(Bytes bytes) {
        if (bytes.length() > room()) {
            throw new IllegalArgumentException(
                    "what is to be sent is longer than a message of " + buffer.length + " bytes");
        }
        bytes.copyTo(buffer, at);
        at += bytes.length();
    }

    /** Copies what another writer holds. */
    void all(WireWriter other) {
        if (other.at > room()) {
            throw new IllegalArgumentException(
                    "what is to be sent is longer than a message of " + buffer.length + " bytes");
        }
        System.arraycopy(other.buffer, 0, buffer, at, other.at);
        at += other.at;
    }

    /** Overwrites two bytes that were left for a length. */
    void patchU16(int position, int value) {
        buffer[position] = (byte) (value >> 8);
        buffer[position + 1] = (byte) value;
    }

    /** Overwrites a byte that was left for a length. */
    void patchU8(int position, int value) {
        buffer[position] = (byte) value;
    }

    /** Moves the last bytes on by one, to make room for a byte at the position. */
    void insert(int position, int value) {
        int count = at - position;
        u8(0);
        System.arraycopy(buffer, position, buffer, position + 1, count);
        buffer[position] = (byte) value;
    }
}
