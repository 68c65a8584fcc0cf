package io.braid.linux;

import org.jspecify.annotations.Nullable;

/**
 * How a TCP socket sends and what it accepts, set before it connects or listens.
 *
 * @param device interface the socket is bound to (SO_BINDTODEVICE), null for none
 * @param ttl TTL or hop limit of sent packets, 1 to 255; 0 leaves the kernel's default
 * @param minTtl least TTL or hop limit of accepted packets, 1 to 255 (RFC 5082: 255 for a peer on the link); 0 accepts
 *     all
 * @param dscp code point of sent packets, 0 to 63; routing protocols use {@link #CS6}
 * @param userTimeoutMillis after how long without acknowledgement of sent data the connection is given up (RFC 5482,
 *     TCP_USER_TIMEOUT); 0 leaves the kernel's default of many minutes
 * @param unsentBytes about how much the kernel takes beyond what it can send at once (TCP_NOTSENT_LOWAT): what is written
 *     later, such as a keepalive, waits behind no more than that and what is under way. 0 leaves the kernel's default,
 *     which is megabytes
 */
public record TcpOptions(
        @Nullable String device, int ttl, int minTtl, int dscp, int userTimeoutMillis, int unsentBytes) {
    /** Class selector 6, network control (RFC 2474 section 4.2.2.2). */
    public static final int CS6 = 48;

    /** No device, default TTL, no least TTL, CS6, default time-out and buffer. */
    public static final TcpOptions DEFAULT = new TcpOptions(null, 0, 0, CS6, 0, 0);

    private static final int TCP_NODELAY = 1;
    private static final int TCP_USER_TIMEOUT = 18;
    private static final int TCP_NOTSENT_LOWAT = 25;
    private static final int IPPROTO_TCP = 6;

    public TcpOptions {
        if (ttl < 0 || ttl > 255 || minTtl < 0 || minTtl > 255) {
            throw new IllegalArgumentException("TTL " + ttl + " or least TTL " + minTtl + " is outside 0-255");
        }
        if (dscp < 0 || dscp > 63) {
            throw new IllegalArgumentException("DSCP " + dscp + " is outside 0-63");
        }
        if (userTimeoutMillis < 0) {
            throw new IllegalArgumentException("user time-out " + userTimeoutMillis + " ms is negative");
        }
        if (unsentBytes < 0) {
            throw new IllegalArgumentException("a limit of " + unsentBytes + " unsent bytes is negative");
        }
    }

    public TcpOptions withDevice(@Nullable String newDevice) {
        return new TcpOptions(newDevice, ttl, minTtl, dscp, userTimeoutMillis, unsentBytes);
    }

    public TcpOptions withTtl(int newTtl) {
        return new TcpOptions(device, newTtl, minTtl, dscp, userTimeoutMillis, unsentBytes);
    }

    /** Sends with TTL 255 and accepts 255 only: the peer is on the link (GTSM, RFC 5082). */
    public TcpOptions withGtsm() {
        return new TcpOptions(device, 255, 255, dscp, userTimeoutMillis, unsentBytes);
    }

    public TcpOptions withMinTtl(int newMinTtl) {
        return new TcpOptions(device, ttl, newMinTtl, dscp, userTimeoutMillis, unsentBytes);
    }

    public TcpOptions withDscp(int newDscp) {
        return new TcpOptions(device, ttl, minTtl, newDscp, userTimeoutMillis, unsentBytes);
    }

    public TcpOptions withUserTimeoutMillis(int newMillis) {
        return new TcpOptions(device, ttl, minTtl, dscp, newMillis, unsentBytes);
    }

    public TcpOptions withUnsentBytes(int newBytes) {
        return new TcpOptions(device, ttl, minTtl, dscp, userTimeoutMillis, newBytes);
    }

    /** Sets everything on a socket, and TCP_NODELAY: a keepalive must not wait for an acknowledgement. */
    void apply(SocketFd socket) {
        if (device != null) {
            socket.bindToDevice(device);
        }
        if (ttl != 0) {
            socket.setTtl(ttl);
        }
        socket.setMinTtl(minTtl);
        socket.setDscp(dscp);
        socket.set("TCP_NODELAY", IPPROTO_TCP, TCP_NODELAY, 1);
        socket.set("TCP_USER_TIMEOUT", IPPROTO_TCP, TCP_USER_TIMEOUT, userTimeoutMillis);
        socket.set("TCP_NOTSENT_LOWAT", IPPROTO_TCP, TCP_NOTSENT_LOWAT, unsentBytes);
    }
}
