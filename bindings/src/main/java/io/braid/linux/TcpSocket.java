package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A non-blocking TCP connection with what routing protocols need and the JDK's sockets lack: device binding, GTSM,
 * MD5 signatures, user time-out.
 *
 * <p>It stays in the namespace it was opened in, wherever it is used. One thread at a time; no finalizer, so who opens
 * it closes it. Use a {@link Poller} to wait.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/tcp.7.html">tcp(7)</a>
 */
public final class TcpSocket implements Pollable, AutoCloseable {
    /** Returned by {@link #read} when the peer has ended its side. */
    public static final int EOF = -1;

    /** Returned by reads and writes that would have to wait. */
    public static final int WOULD_BLOCK = -2;

    private static final int SOL_SOCKET = 1;
    private static final int SO_LINGER = 13;

    private final SocketFd socket;
    private final InetSocketAddress remote;
    private boolean connected;

    TcpSocket(SocketFd socket, InetSocketAddress remote, boolean connected) {
        this.socket = socket;
        this.remote = remote;
        this.connected = connected;
    }

    /**
     * Starts a connection. It is made when {@link #finishConnect} says so; wait for {@link Poller#WRITE} before.
     *
     * @param namespace where to connect, null for the caller's namespace
     * @param remote the peer; a link-local IPv6 address needs its scope or a device in the options
     * @param local source address and port (0: any), null when the kernel shall choose
     * @param md5Key key of 1 to 80 bytes for RFC 2385 signatures, null for none. It is not kept.
     * @throws LinuxException when the connection cannot be tried; in particular when the key cannot be installed:
     *     a connection that shall be signed is never tried without
     */
    public static TcpSocket connect(
            @Nullable NetworkNamespace namespace,
            InetSocketAddress remote,
            @Nullable InetSocketAddress local,
            TcpOptions options,
            byte @Nullable [] md5Key) {
        InetAddress peer = SocketAddresses.resolved(remote);
        SocketFd socket = SocketFd.open(namespace, SocketAddresses.isIpv6(peer), LibcSocket.SOCK_STREAM);
        try {
            options.apply(socket);
            if (md5Key != null) {
                TcpMd5.install(socket, peer, md5Key);
            }
            if (local != null) {
                socket.setReuseAddress();
                socket.bind(local);
            }
            return new TcpSocket(socket, remote, startConnect(socket, remote));
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static boolean startConnect(SocketFd socket, InetSocketAddress remote) {
        try (Arena arena = Arena.ofConfined()) {
            int result = LibcSocket.connect(socket.fd(), SocketAddresses.write(arena, remote));
            // After EINTR the attempt goes on as after EINPROGRESS (POSIX connect).
            if (result < 0 && -result != Errno.EINPROGRESS && -result != Errno.EINTR) {
                throw new LinuxException("connect(" + SocketFd.text(remote) + ")", result);
            }
            return result == 0;
        }
    }

    /**
     * Returns whether the connection is made; false while it is still being tried.
     *
     * @throws LinuxException when the attempt has failed, with the errno (ECONNREFUSED, ETIMEDOUT, EHOSTUNREACH...)
     */
    public boolean finishConnect() {
        if (connected) {
            return true;
        }
        int error = socket.takeError();
        if (error != 0) {
            throw new LinuxException("connect(" + SocketFd.text(remote) + ")", error);
        }
        connected = socket.remoteAddress() != null;
        return connected;
    }

    /**
     * Reads what is there, at most the segment's size.
     *
     * @param buffer native memory of 1 byte or more
     * @return bytes read, {@link #EOF} or {@link #WOULD_BLOCK}
     * @throws LinuxException when the connection is broken (ECONNRESET, ETIMEDOUT...)
     */
    public long read(MemorySegment buffer) {
        if (buffer.byteSize() == 0) {
            throw new IllegalArgumentException("no room to read into");
        }
        while (true) {
            long result = LibcSocket.receive(socket.fd(), buffer);
            if (result > 0) {
                return result;
            }
            if (result == 0) {
                return EOF;
            }
            if (result == -Errno.EAGAIN) {
                return WOULD_BLOCK;
            }
            if (result != -Errno.EINTR) {
                throw new LinuxException("recv(" + SocketFd.text(remote) + ")", (int) result);
            }
        }
    }

    /** Reads into a direct buffer between position and limit, and advances the position; else as for a segment. */
    public int read(ByteBuffer buffer) {
        int result = (int) read(MemorySegment.ofBuffer(requireDirect(buffer)));
        if (result > 0) {
            buffer.position(buffer.position() + result);
        }
        return result;
    }

    /**
     * Writes what the kernel takes now.
     *
     * @param data native memory
     * @return bytes taken, which may be fewer than given, or {@link #WOULD_BLOCK}
     * @throws LinuxException when the connection is broken (EPIPE, ECONNRESET, ETIMEDOUT...)
     */
    public long write(MemorySegment data) {
        while (true) {
            long result = LibcSocket.send(socket.fd(), data);
            if (result >= 0) {
                return result;
            }
            if (result == -Errno.EAGAIN) {
                return WOULD_BLOCK;
            }
            if (result != -Errno.EINTR) {
                throw new LinuxException("send(" + SocketFd.text(remote) + ")", (int) result);
            }
        }
    }

    /** Writes from a direct buffer between position and limit, and advances the position; else as for a segment. */
    public int write(ByteBuffer data) {
        int result = (int) write(MemorySegment.ofBuffer(requireDirect(data)));
        if (result > 0) {
            data.position(data.position() + result);
        }
        return result;
    }

    /** Ends this side: the peer reads EOF after what was written. Does nothing when the peer is gone already. */
    public void shutdownOutput() {
        int result = LibcSocket.shutdown(socket.fd(), LibcSocket.SHUT_WR);
        if (result < 0 && result != -Errno.ENOTCONN) {
            throw new LinuxException("shutdown(" + SocketFd.text(remote) + ")", result);
        }
    }

    /**
     * Sets options on a connection, which matters for an accepted one: its listener serves peers with different
     * options.
     */
    public void apply(TcpOptions options) {
        options.apply(socket);
    }

    /** Returns the own end as the kernel chose it. */
    public InetSocketAddress localAddress() {
        return socket.localAddress();
    }

    /** Returns the peer's end. */
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    @Override
    public int fd() {
        return socket.fd();
    }

    /** Closes with a reset: what was written and not yet acknowledged is thrown away, the peer reads ECONNRESET. */
    public void reset() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment linger = arena.allocateFrom(JAVA_INT, 1, 0); // struct linger: on, for 0 s
            int result = LibcSocket.setOption(socket.fd(), SOL_SOCKET, SO_LINGER, linger);
            if (result < 0) {
                throw new LinuxException("setsockopt(SO_LINGER=0)", result);
            }
        } finally {
            socket.close();
        }
    }

    /** Closes; what was written is still delivered by the kernel. A second call does nothing. */
    @Override
    public void close() {
        socket.close();
    }

    @Override
    public String toString() {
        return "tcp " + SocketFd.text(remote);
    }

    private static ByteBuffer requireDirect(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("a direct buffer is needed; the kernel cannot reach the heap");
        }
        return buffer;
    }
}
