package io.braid.dataplane.graph;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Random;

/** Small helpers to write down bytes and addresses in tests. */
final class Bytes {
    private Bytes() {}

    static byte[] of(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    static byte[] join(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** Bytes that look like nothing in particular, the same for the same length. */
    static byte[] payload(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    static byte[] slice(byte[] bytes, int from, int to) {
        byte[] part = new byte[to - from];
        System.arraycopy(bytes, from, part, 0, part.length);
        return part;
    }

    /** A copy with other bytes from {@code offset} on. */
    static byte[] patch(byte[] bytes, int offset, int... values) {
        byte[] copy = bytes.clone();
        for (int i = 0; i < values.length; i++) {
            copy[offset + i] = (byte) values[i];
        }
        return copy;
    }

    static int u8(byte[] bytes, int at) {
        return bytes[at] & 0xff;
    }

    static int u16(byte[] bytes, int at) {
        return u8(bytes, at) << 8 | u8(bytes, at + 1);
    }

    static void put16(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >>> 8);
        bytes[at + 1] = (byte) value;
    }

    static byte[] mac(long mac) {
        return slice(ByteBuffer.allocate(8).putLong(mac).array(), 2, 8);
    }

    /** The 4 or 16 bytes of an address written as usual; an IPv4-mapped one keeps its 16. */
    static byte[] address(String text) {
        try {
            byte[] bytes = InetAddress.getByName(text).getAddress();
            return bytes.length == 4 && text.contains(":")
                    ? join(of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff), bytes)
                    : bytes;
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static int address4(String text) {
        return ByteBuffer.wrap(address(text)).getInt();
    }

    static long high6(String text) {
        return ByteBuffer.wrap(address(text)).getLong();
    }

    static long low6(String text) {
        return ByteBuffer.wrap(address(text)).getLong(8);
    }
}
