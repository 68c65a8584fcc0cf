package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A non-blocking NETLINK_ROUTE socket in multicast groups, from which one kernel table can be read and watched.
 *
 * <p>It belongs to the namespace it was opened in, wherever it is used. One thread at a time.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/netlink.7.html">netlink(7)</a>
 */
final class NetlinkSocket implements NetlinkTransport {
    /** Asked of the kernel; enough for some ten thousand events between two polls. */
    static final int RECEIVE_BUFFER_BYTES = 8 << 20;

    private static final int NETLINK_ROUTE = 0;
    private static final int SOL_SOCKET = 1;
    private static final int SO_RCVBUF = 8;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int MSG_TRUNC = 0x20;
    private static final int NLM_F_REQUEST = 0x1;
    private static final int NLM_F_DUMP = 0x300;
    private static final int SOCKADDR_NL = 12; // family u16, padding u16, port id u32, groups u32

    private final Arena arena = Arena.ofShared();
    private final int fd;
    private final int dumpType;
    private final int familyHeaderBytes;
    private final MemorySegment kernel = arena.allocate(SOCKADDR_NL, 4);
    private final MemorySegment sender = arena.allocate(SOCKADDR_NL, 4);
    private final MemorySegment senderLength = arena.allocate(JAVA_INT);
    private final MemorySegment data = arena.allocate(NetlinkTable.BUFFER_BYTES, 8);
    private boolean closed;

    private NetlinkSocket(int fd, int dumpType, int familyHeaderBytes) {
        this.fd = fd;
        this.dumpType = dumpType;
        this.familyHeaderBytes = familyHeaderBytes;
        kernel.set(JAVA_SHORT, 0, (short) Libc.AF_NETLINK);
    }

    /** Returns the bit of a multicast group, an RTNLGRP_* number of 1 to 31. */
    static int group(int number) {
        return 1 << (number - 1);
    }

    /**
     * Opens the socket.
     *
     * @param namespace where to watch, null for the caller's namespace
     * @param groups the events to be in, {@link #group}s or-ed together
     * @param dumpType RTM_GET* type that reads the table
     * @param familyHeaderBytes size of that request's fixed part, sent as zeros: all families, all interfaces
     */
    static NetlinkSocket open(
            @Nullable NetworkNamespace namespace,
            int groups,
            int dumpType,
            int familyHeaderBytes,
            int receiveBufferBytes) {
        int fd = namespace == null ? socket() : namespace.run(NetlinkSocket::socket);
        NetlinkSocket socket = new NetlinkSocket(fd, dumpType, familyHeaderBytes);
        try {
            // FORCE passes net.core.rmem_max and needs CAP_NET_ADMIN; without it the smaller buffer only means that an
            // overrun, which is handled, comes sooner.
            if (Libc.setIntOption(fd, SOL_SOCKET, SO_RCVBUFFORCE, receiveBufferBytes) < 0) {
                check("setsockopt(SO_RCVBUF)", Libc.setIntOption(fd, SOL_SOCKET, SO_RCVBUF, receiveBufferBytes));
            }
            try (Arena scratch = Arena.ofConfined()) {
                MemorySegment address = scratch.allocate(SOCKADDR_NL, 4);
                address.set(JAVA_SHORT, 0, (short) Libc.AF_NETLINK);
                address.set(JAVA_INT, 8, groups);
                check("bind(AF_NETLINK groups 0x" + Integer.toHexString(groups) + ")", Libc.bind(fd, address));
            }
            return socket;
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public int receive(ByteBuffer buffer) {
        requireOpen();
        while (true) {
            senderLength.set(JAVA_INT, 0, SOCKADDR_NL);
            // MSG_TRUNC makes the kernel return the real length, by which a cut datagram is known.
            long length = Libc.recvFrom(fd, data, MSG_TRUNC, sender, senderLength);
            if (length >= 0) {
                return received(length, buffer);
            }
            switch ((int) -length) {
                case Errno.EINTR -> {} // again
                case Errno.EAGAIN -> {
                    return EMPTY;
                }
                case Errno.ENOBUFS -> {
                    return OVERRUN;
                }
                default -> throw new LinuxException("recvfrom(AF_NETLINK)", (int) length);
            }
        }
    }

    private int received(long length, ByteBuffer buffer) {
        // Any process may send to a netlink socket that it can name; only port id 0 is the kernel.
        if (length == 0 || sender.get(JAVA_INT, 4) != 0) {
            return FOREIGN;
        }
        if (length > buffer.capacity() || length > data.byteSize()) {
            return TRUNCATED;
        }
        buffer.clear().limit((int) length);
        MemorySegment.copy(data, 0, MemorySegment.ofBuffer(buffer), 0, length);
        return (int) length;
    }

    @Override
    public void requestDump(int sequence) {
        requireOpen();
        int length = NetlinkReader.HEADER + familyHeaderBytes;
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment request = scratch.allocate(length, 4);
            request.set(JAVA_INT, 0, length);
            request.set(JAVA_SHORT, 4, (short) dumpType);
            request.set(JAVA_SHORT, 6, (short) (NLM_F_REQUEST | NLM_F_DUMP));
            request.set(JAVA_INT, 8, sequence);
            check("sendto(AF_NETLINK dump)", Libc.sendTo(fd, request, kernel));
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Libc.close(fd);
            arena.close();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the watcher is closed");
        }
    }

    private static int socket() {
        int type = Libc.SOCK_RAW | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        return (int) check("socket(AF_NETLINK)", Libc.socket(Libc.AF_NETLINK, type, NETLINK_ROUTE));
    }

    private static long check(String call, long result) {
        if (result < 0) {
            throw new LinuxException(call, (int) result);
        }
        return result;
    }
}
