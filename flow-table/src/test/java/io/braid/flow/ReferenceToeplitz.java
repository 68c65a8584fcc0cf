package io.braid.flow;

import java.math.BigInteger;
import java.nio.ByteBuffer;

/** Toeplitz hash as the specification words it, bit by bit with big integers: too slow to use, too plain to be wrong. */
final class ReferenceToeplitz {
    private ReferenceToeplitz() {}

    /** XOR of the 32-bit windows of the key that begin at the positions of the input's set bits. */
    static int hash(byte[] key, byte[] input) {
        BigInteger bits = new BigInteger(1, key);
        int result = 0;
        for (int bit = 0; bit < 8 * input.length; bit++) {
            if ((input[bit / 8] & 0x80 >> bit % 8) != 0) {
                result ^= bits.shiftRight(8 * key.length - 32 - bit).intValue();
            }
        }
        return result;
    }

    static byte[] ipv4(int source, int destination) {
        return ByteBuffer.allocate(8).putInt(source).putInt(destination).array();
    }

    static byte[] ipv4(int source, int destination, int sourcePort, int destinationPort) {
        return ByteBuffer.allocate(12)
                .put(ipv4(source, destination))
                .putShort((short) sourcePort)
                .putShort((short) destinationPort)
                .array();
    }

    static byte[] ipv6(long[] source, long[] destination) {
        return ByteBuffer.allocate(32)
                .putLong(source[0])
                .putLong(source[1])
                .putLong(destination[0])
                .putLong(destination[1])
                .array();
    }

    static byte[] ipv6(long[] source, long[] destination, int sourcePort, int destinationPort) {
        return ByteBuffer.allocate(36)
                .put(ipv6(source, destination))
                .putShort((short) sourcePort)
                .putShort((short) destinationPort)
                .array();
    }
}
