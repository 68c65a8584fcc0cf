package io.braid.bfd;

import io.braid.linux.Errno;
import io.braid.linux.LinuxException;
import io.braid.linux.TcpOptions;
import io.braid.linux.UdpSocket;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends one session's packets from a port of its own.
 *
 * <p>An interface or address that is missing, or comes back under another index, is normal while links are set up:
 * sending then fails, is counted, and the socket is made anew at most once a second. Engine thread only.
 */
final class SessionTransport implements AutoCloseable {
    static final int CONTROL_PORT = 3784; // RFC 5881 section 4
    private static final int FIRST_SOURCE_PORT = 49152;
    private static final int SOURCE_PORTS = 65536 - FIRST_SOURCE_PORT;
    private static final int PORT_ATTEMPTS = 64;
    private static final long REOPEN_NANOS = 1_000_000_000;

    private final SessionConfig config;
    private final RandomGenerator random;
    private @Nullable UdpSocket socket;
    private int sourcePort;
    private int deviceIndex;
    private long lastOpen;
    private long errors;
    private @Nullable String error;
    private boolean closed;

    SessionTransport(SessionConfig config, RandomGenerator random, long now) {
        this.config = config;
        this.random = random;
        open(now);
    }

    /** Sends one packet; returns whether the kernel took it. */
    boolean send(MemorySegment packet, long now) {
        UdpSocket open = socket;
        if (error != null && !closed && now - lastOpen >= REOPEN_NANOS) {
            open(now);
            open = socket;
        }
        if (open == null) {
            errors++;
            return false;
        }
        int result = open.send(packet);
        if (result < 0 && result != UdpSocket.WOULD_BLOCK) {
            // An ICMP error for an earlier packet is reported in place of sending this one.
            result = open.send(packet);
        }
        if (result < 0) {
            errors++;
            error = "send: " + Errno.describe(result == UdpSocket.WOULD_BLOCK ? Errno.EAGAIN : result);
            return false;
        }
        error = null;
        return true;
    }

    private void open(long now) {
        lastOpen = now;
        closeSocket();
        try {
            UdpSocket opened = bound();
            try {
                opened.setTtl(255); // RFC 5881 section 5
                opened.setDscp(TcpOptions.CS6);
                opened.connect(new InetSocketAddress(config.peer(), CONTROL_PORT));
                deviceIndex = opened.deviceIndex();
            } catch (LinuxException e) {
                opened.close();
                throw e;
            }
            socket = opened;
            error = null;
        } catch (LinuxException e) {
            error = e.getMessage();
        }
    }

    /** "The source port MUST be in the range 49152 through 65535", the same for the session's life, no other's. */
    private UdpSocket bound() {
        for (int attempt = 1; ; attempt++) {
            int port = sourcePort != 0 ? sourcePort : FIRST_SOURCE_PORT + random.nextInt(SOURCE_PORTS);
            try {
                UdpSocket opened = UdpSocket.open(null, new InetSocketAddress(config.local(), port), config.device());
                sourcePort = port;
                return opened;
            } catch (LinuxException e) {
                if (e.errno() != Errno.EADDRINUSE || attempt == PORT_ATTEMPTS) {
                    throw e;
                }
                sourcePort = 0;
            }
        }
    }

    /** Returns the index of the session's interface, 0 when it is bound to none or the socket could not be made. */
    int deviceIndex() {
        return deviceIndex;
    }

    /** Returns the source port, 0 before the first socket. */
    int sourcePort() {
        return sourcePort;
    }

    /** Returns how many packets could not be sent. */
    long errors() {
        return errors;
    }

    /** Returns why packets cannot be sent now, null when they can. */
    @Nullable
    String error() {
        return error;
    }

    /** Closes; what is sent from now on is dropped. */
    @Override
    public void close() {
        closed = true;
        closeSocket();
    }

    private void closeSocket() {
        UdpSocket open = socket;
        if (open != null) {
            socket = null;
            deviceIndex = 0;
            open.close();
        }
    }
}
