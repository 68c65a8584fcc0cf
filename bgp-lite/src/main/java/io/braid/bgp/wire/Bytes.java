package io.braid.bgp.wire;

import java.util.Arrays;
import java.util.HexFormat;

/** Bytes that the codec carries without reading them. Immutable; equal if their bytes are. */
public final class Bytes {
    /** No bytes. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] bytes;

    private Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A copy of these bytes. */
    public static Bytes of(byte... bytes) {
        return bytes.length == 0 ? EMPTY : new Bytes(bytes.clone());
    }

    /** A copy of a part of an array. */
    public static Bytes of(byte[] array, int offset, int length) {
        return length == 0 ? EMPTY : new Bytes(Arrays.copyOfRange(array, offset, offset + length));
    }

    /** The bytes written as hexadecimal digits. */
    public static Bytes ofHex(String hex) {
        return new Bytes(HexFormat.of().parseHex(hex));
    }

    /** How many there are. */
    public int length() {
        return bytes.length;
    }

    /** One byte as a number of 0 to 255. */
    public int get(int index) {
        return bytes[index] & 0xFF;
    }

    /** A copy, the caller's to keep. */
    public byte[] toArray() {
        return bytes.clone();
    }

    void copyTo(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes b && Arrays.equals(bytes, b.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The bytes as hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
