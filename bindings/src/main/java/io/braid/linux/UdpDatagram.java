package io.braid.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Room for one received datagram and what the kernel says about it; made once and filled again by each
 * {@link UdpSocket#receive}.
 *
 * <pre>
 *  0               8        16        24        32        40         48      56
 * +---------------+--------+---------+---------+---------+----------+-------+
 * | address       | size   | iovec   | 1       | control | size     | flags |   struct msghdr
 * +---------------+--------+---------+---------+---------+----------+-------+
 *  0               8        12       16
 * +---------------+--------+--------+------------------- - -
 * | size          | level  | type   | data, padded to 8         struct cmsghdr
 * +---------------+--------+--------+------------------- - -
 * </pre>
 */
public final class UdpDatagram implements AutoCloseable {
    private static final int HEADER_BYTES = 56;
    private static final int NAME_SIZE = 8;
    private static final int IOV = 16;
    private static final int IOV_COUNT = 24;
    private static final int CONTROL = 32;
    private static final int CONTROL_SIZE = 40;
    private static final int FLAGS = 48;
    private static final int CMSG_HEADER = 16;
    private static final int CONTROL_BYTES = 256;
    private static final int IPPROTO_IP = 0;
    private static final int IP_TTL = 2;
    private static final int IP_PKTINFO = 8;
    private static final int IN_PKTINFO_BYTES = 12; // index, local address, destination address
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_PKTINFO = 50;
    private static final int IPV6_HOPLIMIT = 52;
    private static final int IN6_PKTINFO_BYTES = 20; // destination address, index

    private final Arena arena = Arena.ofShared();
    private final MemorySegment data;
    private final MemorySegment sender = arena.allocate(SocketAddresses.IN6_BYTES, 4);
    private final MemorySegment control = arena.allocate(CONTROL_BYTES, 8);
    private final MemorySegment header = arena.allocate(HEADER_BYTES, 8);
    private int length;
    private boolean truncated;
    private int ttl;
    private int interfaceIndex;
    private long destinationOffset;
    private boolean destinationIpv6;

    /** Makes room for datagrams of at most {@code capacityBytes}; longer ones are cut and marked. */
    public UdpDatagram(int capacityBytes) {
        data = arena.allocate(capacityBytes, 8);
        MemorySegment iovec = arena.allocate(16, 8);
        iovec.set(ADDRESS, 0, data);
        iovec.set(JAVA_LONG, 8, capacityBytes);
        header.set(ADDRESS, 0, sender);
        header.set(ADDRESS, IOV, iovec);
        header.set(JAVA_LONG, IOV_COUNT, 1);
        header.set(ADDRESS, CONTROL, control);
    }

    MemorySegment header() {
        return header;
    }

    /** The kernel writes sizes back, so they are set anew for each call. */
    void prepare() {
        header.set(JAVA_INT, NAME_SIZE, SocketAddresses.IN6_BYTES);
        header.set(JAVA_LONG, CONTROL_SIZE, CONTROL_BYTES);
        header.set(JAVA_INT, FLAGS, 0);
        length = 0;
        ttl = -1;
        interfaceIndex = 0;
        destinationOffset = -1;
    }

    void received(int bytes) {
        length = bytes;
        truncated = (header.get(JAVA_INT, FLAGS) & LibcSocket.MSG_TRUNC) != 0;
        long end = Math.min(CONTROL_BYTES, header.get(JAVA_LONG, CONTROL_SIZE));
        long at = 0;
        while (at + CMSG_HEADER <= end) {
            long size = control.get(JAVA_LONG, at);
            if (size < CMSG_HEADER || size > end - at) {
                return;
            }
            message(
                    control.get(JAVA_INT, at + 8),
                    control.get(JAVA_INT, at + 12),
                    at + CMSG_HEADER,
                    size - CMSG_HEADER);
            at += size + 7 & ~7L;
        }
    }

    private void message(int level, int type, long at, long size) {
        boolean hops = level == IPPROTO_IP ? type == IP_TTL : level == IPPROTO_IPV6 && type == IPV6_HOPLIMIT;
        if (hops && size >= Integer.BYTES) {
            ttl = control.get(JAVA_INT, at);
        } else if (level == IPPROTO_IP && type == IP_PKTINFO && size >= IN_PKTINFO_BYTES) {
            interfaceIndex = control.get(JAVA_INT, at);
            destinationOffset = at + 8;
            destinationIpv6 = false;
        } else if (level == IPPROTO_IPV6 && type == IPV6_PKTINFO && size >= IN6_PKTINFO_BYTES) {
            interfaceIndex = control.get(JAVA_INT, at + 16);
            destinationOffset = at;
            destinationIpv6 = true;
        }
    }

    /** Returns the memory the datagram is in, from its start, as large as the capacity; valid until the next one. */
    public MemorySegment data() {
        return data;
    }

    /** Returns the number of bytes received, at most the capacity. */
    public int length() {
        return length;
    }

    /** Returns whether the datagram was longer than the capacity. */
    public boolean truncated() {
        return truncated;
    }

    /** Returns the TTL or hop limit it arrived with, 0 to 255, or -1 when the kernel did not say. */
    public int ttl() {
        return ttl;
    }

    /** Returns the index of the interface it came by, 0 when the kernel did not say. */
    public int interfaceIndex() {
        return interfaceIndex;
    }

    /** Returns the sender's UDP port. */
    public int senderPort() {
        return SocketAddresses.port(sender);
    }

    /** Returns whether the sender has this address of 4 or 16 bytes; makes no objects. */
    public boolean isFrom(byte[] address) {
        return SocketAddresses.matches(sender, address);
    }

    /** Returns the sender's address (with a scope when it is link-local), as a new object. */
    public InetAddress sender() {
        InetAddress address = SocketAddresses.address(sender);
        if (address == null) {
            throw new IllegalStateException("nothing was received yet");
        }
        return address;
    }

    /** Returns the address it was sent to, as a new object; null when the kernel did not say. */
    public @Nullable InetAddress destination() {
        if (destinationOffset < 0) {
            return null;
        }
        return destinationIpv6
                ? SocketAddresses.readIpv6(control, destinationOffset)
                : SocketAddresses.readIpv4(control, destinationOffset);
    }

    /** Frees the memory; the object is of no use any more. A second call does nothing. */
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
