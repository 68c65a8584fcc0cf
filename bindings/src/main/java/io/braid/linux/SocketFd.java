package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An open, non-blocking IPv4 or IPv6 socket and its options; what TCP and UDP have in common.
 *
 * <p>After {@link #close()} the number may belong to another file, so every use goes through {@link #fd()}, which
 * refuses. One thread at a time.
 */
final class SocketFd {
    private static final int SOL_SOCKET = 1;
    private static final int SO_REUSEADDR = 2;
    private static final int SO_ERROR = 4;
    private static final int SO_RCVBUF = 8;
    private static final int SO_BINDTODEVICE = 25;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int SO_BINDTOIFINDEX = 62;
    private static final int IPPROTO_IP = 0;
    private static final int IP_TOS = 1;
    private static final int IP_TTL = 2;
    private static final int IP_MINTTL = 21;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_UNICAST_HOPS = 16;
    private static final int IPV6_V6ONLY = 26;
    private static final int IPV6_TCLASS = 67;
    private static final int IPV6_MINHOPCOUNT = 73;
    private static final int IFNAMSIZ = 16;

    private final int fd;
    private final boolean ipv6;
    private boolean closed;

    private SocketFd(int fd, boolean ipv6) {
        this.fd = fd;
        this.ipv6 = ipv6;
    }

    /** Opens a socket in a namespace, the caller's when it is null, and stays there wherever it is used. */
    static SocketFd open(@Nullable NetworkNamespace namespace, boolean ipv6, int type) {
        int domain = ipv6 ? LibcSocket.AF_INET6 : LibcSocket.AF_INET;
        int flags = type | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        int fd = namespace == null ? Libc.socket(domain, flags, 0) : namespace.run(() -> Libc.socket(domain, flags, 0));
        if (fd < 0) {
            throw new LinuxException("socket(" + (ipv6 ? "AF_INET6" : "AF_INET") + ")", fd);
        }
        SocketFd socket = new SocketFd(fd, ipv6);
        try {
            if (ipv6) {
                // One socket, one family: the IPv4 socket on the same port is another one.
                socket.set("IPV6_V6ONLY", IPPROTO_IPV6, IPV6_V6ONLY, 1);
            }
            return socket;
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Wraps what accept(2) returned. */
    static SocketFd accepted(int fd, boolean ipv6) {
        return new SocketFd(fd, ipv6);
    }

    int fd() {
        if (closed) {
            throw new IllegalStateException("the socket is closed");
        }
        return fd;
    }

    boolean ipv6() {
        return ipv6;
    }

    void set(String name, int level, int option, int value) {
        int result = Libc.setIntOption(fd(), level, option, value);
        if (result < 0) {
            throw new LinuxException("setsockopt(" + name + "=" + value + ")", result);
        }
    }

    void bindToDevice(String device) {
        byte[] name = device.getBytes(StandardCharsets.ISO_8859_1);
        if (name.length == 0 || name.length >= IFNAMSIZ || device.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("'" + device + "' is no interface name of 1 to 15 bytes");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(IFNAMSIZ);
            MemorySegment.copy(name, 0, value, java.lang.foreign.ValueLayout.JAVA_BYTE, 0, name.length);
            int result = LibcSocket.setOption(fd(), SOL_SOCKET, SO_BINDTODEVICE, value);
            if (result < 0) {
                String call = "setsockopt(SO_BINDTODEVICE=" + device + ")";
                throw -result == Errno.ENODEV
                        ? new LinuxException(call, result, "there is no such interface in the socket's namespace")
                        : new LinuxException(call, result);
            }
        }
    }

    /** Returns the index of the interface the socket is bound to, 0 when it is bound to none. */
    int deviceIndex() {
        int index = LibcSocket.getIntOption(fd(), SOL_SOCKET, SO_BINDTOIFINDEX);
        if (index < 0) {
            throw new LinuxException("getsockopt(SO_BINDTOIFINDEX)", index);
        }
        return index;
    }

    /** Sets TTL or hop limit of what is sent, 1 to 255. */
    void setTtl(int ttl) {
        requireRange("TTL", ttl, 1, 255);
        if (ipv6) {
            set("IPV6_UNICAST_HOPS", IPPROTO_IPV6, IPV6_UNICAST_HOPS, ttl);
        } else {
            set("IP_TTL", IPPROTO_IP, IP_TTL, ttl);
        }
    }

    /** Has the kernel drop TCP segments that arrive with less (RFC 5082); 0 accepts all. */
    void setMinTtl(int ttl) {
        requireRange("least TTL", ttl, 0, 255);
        if (ipv6) {
            set("IPV6_MINHOPCOUNT", IPPROTO_IPV6, IPV6_MINHOPCOUNT, ttl);
        } else {
            set("IP_MINTTL", IPPROTO_IP, IP_MINTTL, ttl);
        }
    }

    /** Sets the differentiated services code point (RFC 2474) of what is sent, 0 to 63. */
    void setDscp(int dscp) {
        requireRange("DSCP", dscp, 0, 63);
        if (ipv6) {
            set("IPV6_TCLASS", IPPROTO_IPV6, IPV6_TCLASS, dscp << 2);
        } else {
            set("IP_TOS", IPPROTO_IP, IP_TOS, dscp << 2);
        }
    }

    void setReuseAddress() {
        setReuseAddress(true);
    }

    void setReuseAddress(boolean on) {
        set("SO_REUSEADDR", SOL_SOCKET, SO_REUSEADDR, on ? 1 : 0);
    }

    /** Asks for a receive buffer; without CAP_NET_ADMIN net.core.rmem_max bounds it. */
    void setReceiveBuffer(int bytes) {
        if (Libc.setIntOption(fd(), SOL_SOCKET, SO_RCVBUFFORCE, bytes) < 0) {
            set("SO_RCVBUF", SOL_SOCKET, SO_RCVBUF, bytes);
        }
    }

    void bind(InetSocketAddress local) {
        requireFamily(SocketAddresses.resolved(local));
        try (Arena arena = Arena.ofConfined()) {
            int result = Libc.bind(fd(), SocketAddresses.write(arena, local));
            if (result < 0) {
                String hint = switch (-result) {
                    case Errno.EADDRNOTAVAIL -> "no interface of the socket's namespace has this address";
                    case Errno.EADDRINUSE -> "another socket of this namespace has this address and port";
                    case Errno.EACCES -> "ports below 1024 need CAP_NET_BIND_SERVICE";
                    default -> "";
                };
                throw new LinuxException("bind(" + text(local) + ")", result, hint);
            }
        }
    }

    /** Takes the pending error of the socket, 0 when there is none. */
    int takeError() {
        int error = LibcSocket.getIntOption(fd(), SOL_SOCKET, SO_ERROR);
        if (error < 0) {
            throw new LinuxException("getsockopt(SO_ERROR)", error);
        }
        return error;
    }

    InetSocketAddress localAddress() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(SocketAddresses.IN6_BYTES, 4);
            MemorySegment length = arena.allocateFrom(JAVA_INT, SocketAddresses.IN6_BYTES);
            int result = LibcSocket.localName(fd(), address, length);
            InetSocketAddress local = result < 0 ? null : SocketAddresses.read(address);
            if (local == null) {
                throw new LinuxException("getsockname", result);
            }
            return local;
        }
    }

    /** Returns the far end, null when the socket is not connected. */
    @Nullable
    InetSocketAddress remoteAddress() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(SocketAddresses.IN6_BYTES, 4);
            MemorySegment length = arena.allocateFrom(JAVA_INT, SocketAddresses.IN6_BYTES);
            int result = LibcSocket.peerName(fd(), address, length);
            if (result == -Errno.ENOTCONN) {
                return null;
            }
            if (result < 0) {
                throw new LinuxException("getpeername", result);
            }
            return SocketAddresses.read(address);
        }
    }

    void requireFamily(InetAddress address) {
        if (SocketAddresses.isIpv6(address) != ipv6) {
            throw new IllegalArgumentException(address.getHostAddress() + " is of another family than the "
                    + (ipv6 ? "IPv6" : "IPv4") + " socket");
        }
    }

    void close() {
        if (!closed) {
            closed = true;
            // The only errors are EBADF, which the flag rules out, and EINTR, after which the number is free.
            Libc.close(fd);
        }
    }

    static String text(InetSocketAddress endpoint) {
        String host = SocketAddresses.resolved(endpoint).getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + endpoint.getPort();
    }

    private static void requireRange(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " " + value + " is outside " + least + "-" + most);
        }
    }
}
