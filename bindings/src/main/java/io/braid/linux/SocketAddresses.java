package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the kernel's socket addresses.
 *
 * <pre>
 *  0       2       4               8                          24              28
 * +-------+-------+---------------+--------------------------+---------------+
 * |family | port  | IPv4 address  | zero (to 16)             |                  linux/in.h: struct sockaddr_in
 * |family | port  | flow          | IPv6 address             | scope         |  linux/in6.h: struct sockaddr_in6
 * +-------+-------+---------------+--------------------------+---------------+
 * </pre>
 *
 * Port and addresses are in network order, family and scope in host order. IPv4-mapped IPv6 addresses are not used:
 * every IPv6 socket of this package is IPV6_V6ONLY.
 */
final class SocketAddresses {
    static final int IN_BYTES = 16;
    static final int IN6_BYTES = 28;
    private static final int PORT = 2;
    private static final int IN_ADDRESS = 4;
    private static final int IN6_ADDRESS = 8;
    private static final int IN6_SCOPE = 24;
    private static final ValueLayout.OfShort NETWORK_SHORT = JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private SocketAddresses() {}

    static boolean isIpv6(InetAddress address) {
        return address instanceof Inet6Address;
    }

    /** Returns the resolved address of an endpoint. */
    static InetAddress resolved(InetSocketAddress endpoint) {
        InetAddress address = endpoint.getAddress();
        if (address == null) {
            throw new IllegalArgumentException("'" + endpoint.getHostString() + "' is a name; an address is needed");
        }
        return address;
    }

    static MemorySegment write(SegmentAllocator allocator, InetSocketAddress endpoint) {
        return write(allocator, resolved(endpoint), endpoint.getPort());
    }

    static MemorySegment write(SegmentAllocator allocator, InetAddress address, int port) {
        byte[] bytes = address.getAddress();
        MemorySegment segment;
        if (address instanceof Inet6Address v6) {
            segment = allocator.allocate(IN6_BYTES, 4).fill((byte) 0);
            segment.set(JAVA_SHORT, 0, (short) LibcSocket.AF_INET6);
            MemorySegment.copy(bytes, 0, segment, JAVA_BYTE, IN6_ADDRESS, bytes.length);
            segment.set(JAVA_INT, IN6_SCOPE, v6.getScopeId());
        } else {
            segment = allocator.allocate(IN_BYTES, 4).fill((byte) 0);
            segment.set(JAVA_SHORT, 0, (short) LibcSocket.AF_INET);
            MemorySegment.copy(bytes, 0, segment, JAVA_BYTE, IN_ADDRESS, bytes.length);
        }
        segment.set(NETWORK_SHORT, PORT, (short) port);
        return segment;
    }

    /** Returns the endpoint in a structure of the family it names, null for any other family. */
    static @Nullable InetSocketAddress read(MemorySegment segment) {
        InetAddress address = address(segment);
        return address == null ? null : new InetSocketAddress(address, port(segment));
    }

    static int port(MemorySegment segment) {
        return segment.get(NETWORK_SHORT, PORT) & 0xffff;
    }

    static @Nullable InetAddress address(MemorySegment segment) {
        try {
            return switch (segment.get(JAVA_SHORT, 0)) {
                case LibcSocket.AF_INET -> InetAddress.getByAddress(bytes(segment, IN_ADDRESS, 4));
                case LibcSocket.AF_INET6 -> ipv6(bytes(segment, IN6_ADDRESS, 16), segment.get(JAVA_INT, IN6_SCOPE));
                default -> null;
            };
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 and 16 bytes are addresses", e);
        }
    }

    static InetAddress readIpv4(MemorySegment segment, long offset) {
        try {
            return InetAddress.getByAddress(bytes(segment, offset, 4));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 bytes are an address", e);
        }
    }

    static InetAddress readIpv6(MemorySegment segment, long offset) {
        try {
            return ipv6(bytes(segment, offset, 16), 0);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an address", e);
        }
    }

    /** Inet6Address keeps a mapped address an IPv6 one, which InetAddress.getByAddress would not. */
    private static InetAddress ipv6(byte[] bytes, int scope) throws UnknownHostException {
        return scope == 0
                ? Inet6Address.getByAddress(null, bytes, null)
                : Inet6Address.getByAddress(null, bytes, scope);
    }

    private static byte[] bytes(MemorySegment segment, long offset, int length) {
        return segment.asSlice(offset, length).toArray(JAVA_BYTE);
    }

    /** Compares an address in a structure with a given one without making objects; scopes are not looked at. */
    static boolean matches(MemorySegment segment, byte[] address) {
        int offset = address.length == 16 ? IN6_ADDRESS : IN_ADDRESS;
        int family = address.length == 16 ? LibcSocket.AF_INET6 : LibcSocket.AF_INET;
        if (segment.get(JAVA_SHORT, 0) != family) {
            return false;
        }
        for (int i = 0; i < address.length; i++) {
            if (segment.get(JAVA_BYTE, (long) offset + i) != address[i]) {
                return false;
            }
        }
        return true;
    }
}
