package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/** Reads addresses as people write them into the numbers that this package works with. */
final class Addresses {
    private Addresses() {}

    static boolean isIpv6(String literal) {
        return literal.indexOf(':') >= 0;
    }

    static int ipv4(String literal) {
        return bytes(literal, 4).getInt();
    }

    /** High and low half. */
    static long[] ipv6(String literal) {
        ByteBuffer bytes = bytes(literal, 16);
        return new long[] {bytes.getLong(), bytes.getLong()};
    }

    private static ByteBuffer bytes(String literal, int length) {
        byte[] bytes = InetAddress.ofLiteral(literal).getAddress();
        assertEquals(length, bytes.length, literal);
        return ByteBuffer.wrap(bytes);
    }
}
