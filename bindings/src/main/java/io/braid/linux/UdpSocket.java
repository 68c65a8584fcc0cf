package io.braid.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A non-blocking UDP socket that tells of each datagram its sender, TTL or hop limit, and the interface it came by.
 *
 * <p>It stays in the namespace it was opened in, wherever it is used. One thread at a time. Sending and receiving
 * allocate nothing.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/ip.7.html">ip(7)</a>, ipv6(7), RFC 3542
 */
public final class UdpSocket implements Pollable, AutoCloseable {
    /** Returned by {@link #receive} when nothing is there, and by {@link #send} when the send buffer is full. */
    public static final int WOULD_BLOCK = -2;

    private static final int IPPROTO_IP = 0;
    private static final int IP_PKTINFO = 8;
    private static final int IP_RECVTTL = 12;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_RECVPKTINFO = 49;
    private static final int IPV6_RECVHOPLIMIT = 51;

    private final SocketFd socket;

    private UdpSocket(SocketFd socket) {
        this.socket = socket;
    }

    /**
     * Opens and binds a socket.
     *
     * @param namespace where, null for the caller's namespace
     * @param local address and port to bind; a wildcard receives for all addresses of its family
     * @param device interface to bind to, null for none
     * @throws LinuxException when there is no such address or interface, or the port is taken (EADDRINUSE)
     */
    public static UdpSocket open(
            @Nullable NetworkNamespace namespace, InetSocketAddress local, @Nullable String device) {
        return open(namespace, local, device, false);
    }

    /**
     * Opens and binds a socket to a port that others have, each of which allows it by {@link #setShared}. The kernel
     * gives a datagram to the one that fits it most closely: connected to its sender, bound to its address or interface.
     *
     * @throws LinuxException as {@link #open} does; EADDRINUSE when one of the others does not share
     */
    public static UdpSocket openShared(
            @Nullable NetworkNamespace namespace, InetSocketAddress local, @Nullable String device) {
        return open(namespace, local, device, true);
    }

    private static UdpSocket open(
            @Nullable NetworkNamespace namespace, InetSocketAddress local, @Nullable String device, boolean shared) {
        boolean ipv6 = SocketAddresses.isIpv6(SocketAddresses.resolved(local));
        SocketFd socket = SocketFd.open(namespace, ipv6, LibcSocket.SOCK_DGRAM);
        try {
            if (device != null) {
                socket.bindToDevice(device);
            }
            if (ipv6) {
                socket.set("IPV6_RECVPKTINFO", IPPROTO_IPV6, IPV6_RECVPKTINFO, 1);
                socket.set("IPV6_RECVHOPLIMIT", IPPROTO_IPV6, IPV6_RECVHOPLIMIT, 1);
            } else {
                socket.set("IP_PKTINFO", IPPROTO_IP, IP_PKTINFO, 1);
                socket.set("IP_RECVTTL", IPPROTO_IP, IP_RECVTTL, 1);
            }
            if (shared) {
                socket.setReuseAddress();
            }
            socket.bind(local);
            return new UdpSocket(socket);
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Fixes the peer: {@link #send} goes there and only its datagrams are received. */
    public void connect(InetSocketAddress peer) {
        socket.requireFamily(SocketAddresses.resolved(peer));
        try (Arena arena = Arena.ofConfined()) {
            int result = LibcSocket.connect(socket.fd(), SocketAddresses.write(arena, peer));
            if (result < 0) {
                throw new LinuxException("connect(udp " + SocketFd.text(peer) + ")", result);
            }
        }
    }

    /**
     * Allows others to bind to this socket's port by {@link #openShared}, or no more. Linux looks at it when they bind
     * and never again, so a port can be shared among one's own sockets and stay closed to other processes.
     */
    public void setShared(boolean on) {
        socket.setReuseAddress(on);
    }

    /** Sets TTL or hop limit of what is sent, 1 to 255. */
    public void setTtl(int ttl) {
        socket.setTtl(ttl);
    }

    /** Sets the code point of what is sent, 0 to 63; {@link TcpOptions#CS6} for control traffic. */
    public void setDscp(int dscp) {
        socket.setDscp(dscp);
    }

    /** Asks for a receive buffer of a size in bytes; an unprivileged process may get less. */
    public void setReceiveBuffer(int bytes) {
        socket.setReceiveBuffer(bytes);
    }

    /**
     * Takes one datagram.
     *
     * @return the number of bytes now in {@code into}, or {@link #WOULD_BLOCK}
     * @throws LinuxException when the socket fails; ECONNREFUSED on a connected one means that the peer answered an
     *     earlier datagram with an ICMP error
     */
    public int receive(UdpDatagram into) {
        while (true) {
            into.prepare();
            long result = LibcSocket.receiveMessage(socket.fd(), into.header(), 0);
            if (result >= 0) {
                into.received((int) result);
                return (int) result;
            }
            if (result == -Errno.EAGAIN) {
                return WOULD_BLOCK;
            }
            if (result != -Errno.EINTR) {
                throw new LinuxException("recvmsg(udp)", (int) result);
            }
        }
    }

    /**
     * Sends one datagram to the connected peer.
     *
     * @param data native memory
     * @return bytes sent, {@link #WOULD_BLOCK}, or a negative error number below it such as {@code -ECONNREFUSED}: a
     *     datagram protocol counts failures and goes on, so this does not throw
     */
    public int send(MemorySegment data) {
        while (true) {
            long result = LibcSocket.send(socket.fd(), data);
            if (result != -Errno.EINTR) {
                return result == -Errno.EAGAIN ? WOULD_BLOCK : (int) result;
            }
        }
    }

    /** Sends one datagram to any address; for tests and rare use, as it allocates. Results as for {@link #send}. */
    public int sendTo(MemorySegment data, InetSocketAddress peer) {
        socket.requireFamily(SocketAddresses.resolved(peer));
        try (Arena arena = Arena.ofConfined()) {
            long result = Libc.sendTo(socket.fd(), data, SocketAddresses.write(arena, peer));
            return result == -Errno.EAGAIN ? WOULD_BLOCK : (int) result;
        }
    }

    /** Returns the index of the interface it is bound to, 0 for none; another interface of that name has another. */
    public int deviceIndex() {
        return socket.deviceIndex();
    }

    /** Returns the address and port it is bound to. */
    public InetSocketAddress localAddress() {
        return socket.localAddress();
    }

    /** Returns the own address the kernel would send from to the connected peer. */
    public InetAddress sourceAddress() {
        return SocketAddresses.resolved(socket.localAddress());
    }

    @Override
    public int fd() {
        return socket.fd();
    }

    /** Closes; a second call does nothing. */
    @Override
    public void close() {
        socket.close();
    }
}
