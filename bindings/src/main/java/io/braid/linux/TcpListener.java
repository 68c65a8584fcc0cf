package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A non-blocking listening TCP socket, with MD5 keys per peer address.
 *
 * <p>Accepted connections inherit its options and, from the peer's key, their signatures. One thread at a time.
 */
public final class TcpListener implements Pollable, AutoCloseable {
    private static final int BACKLOG = 128;

    private final SocketFd socket;

    private TcpListener(SocketFd socket) {
        this.socket = socket;
    }

    /**
     * Opens a socket and listens.
     *
     * @param namespace where to listen, null for the caller's namespace
     * @param local address and port (0: any free one); the wildcard of one family listens on that family only
     * @throws LinuxException when the address is not here or the port is taken
     */
    public static TcpListener open(@Nullable NetworkNamespace namespace, InetSocketAddress local, TcpOptions options) {
        boolean ipv6 = SocketAddresses.isIpv6(SocketAddresses.resolved(local));
        SocketFd socket = SocketFd.open(namespace, ipv6, LibcSocket.SOCK_STREAM);
        try {
            options.apply(socket);
            // Else a restart would have to wait for connections in TIME-WAIT.
            socket.setReuseAddress();
            socket.bind(local);
            int result = LibcSocket.listen(socket.fd(), BACKLOG);
            if (result < 0) {
                throw new LinuxException("listen(" + SocketFd.text(local) + ")", result);
            }
            return new TcpListener(socket);
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Demands signatures (RFC 2385) from one peer address: the kernel drops its unsigned connection attempts.
     *
     * @param key 1 to 80 bytes; a second key for the same address replaces the first for later connections
     * @throws LinuxException when the kernel does not take it; close the listener or refuse the peer then
     */
    public void setMd5Key(InetAddress peer, byte[] key) {
        TcpMd5.install(socket, peer, key);
    }

    /** Takes a peer's key away: unsigned attempts are accepted again. */
    public void removeMd5Key(InetAddress peer) {
        TcpMd5.remove(socket, peer);
    }

    /**
     * Takes one waiting connection, null when there is none.
     *
     * @throws LinuxException when it cannot be taken (EMFILE, ENOMEM): it stays waiting and a {@link Poller} keeps
     *     reporting it, so pause before trying again
     */
    public @Nullable TcpSocket accept() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(SocketAddresses.IN6_BYTES, 4);
            MemorySegment length = arena.allocateFrom(JAVA_INT, SocketAddresses.IN6_BYTES);
            int result = LibcSocket.accept(socket.fd(), address, length);
            if (result >= 0) {
                return accepted(result, address);
            }
            return switch (-result) {
                // The attempt was given up while it waited. The next poll reports what else there is.
                case Errno.EAGAIN, Errno.EINTR, Errno.ECONNABORTED -> null;
                // Linux reports errors of the new connection here; accept(2) says to treat them alike.
                case Errno.EPROTO, Errno.ENETDOWN, Errno.ENETUNREACH, Errno.EHOSTDOWN, Errno.EHOSTUNREACH -> null;
                default -> throw new LinuxException("accept", result);
            };
        }
    }

    private TcpSocket accepted(int fd, MemorySegment address) {
        SocketFd accepted = SocketFd.accepted(fd, socket.ipv6());
        InetSocketAddress remote = SocketAddresses.read(address);
        if (remote == null) {
            accepted.close();
            throw new IllegalStateException("accept returned an address that is neither IPv4 nor IPv6");
        }
        return new TcpSocket(accepted, remote, true);
    }

    /** Returns the address and port it listens on. */
    public InetSocketAddress localAddress() {
        return socket.localAddress();
    }

    @Override
    public int fd() {
        return socket.fd();
    }

    /** Stops listening; waiting connections are reset, accepted ones live on. A second call does nothing. */
    @Override
    public void close() {
        socket.close();
    }
}
