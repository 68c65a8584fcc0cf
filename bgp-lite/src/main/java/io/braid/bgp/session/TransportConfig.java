package io.braid.bgp.session;

import io.braid.linux.TcpOptions;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the TCP connection with a peer is made and kept.
 *
 * @param localAddress the own address of the connection; null lets the kernel choose and accepts any
 * @param device the interface it is bound to, null for none
 * @param gtsmHops how many hops away the peer may be (RFC 5082): 1 for a peer on the link, 0 to 254; 0 switches it off
 * @param passwordFile holds the key of RFC 2385 signatures in its first line, null for none. On a local file system:
 *     the speaker's thread reads it.
 * @param userTimeout after how long without acknowledgement the connection is given up; {@link Duration#ZERO} leaves the
 *     kernel's default
 * @param passive the peer is waited for and never connected to
 */
public record TransportConfig(
        @Nullable InetAddress localAddress,
        @Nullable String device,
        int gtsmHops,
        @Nullable Path passwordFile,
        Duration userTimeout,
        boolean passive) {
    /** Any address and device, no GTSM, no signatures, 30 s of user time-out, active. */
    public static final TransportConfig DEFAULT =
            new TransportConfig(null, null, 0, null, Duration.ofSeconds(30), false);

    private static final int MAX_TTL = 255;

    /**
     * How much the kernel holds beyond what it can send: a keepalive for a peer that reads slowly waits behind this, and
     * not behind megabytes of routes. {@link OutputQueue} has what is next.
     */
    private static final int UNSENT_BYTES = Wire.LOW_WATER;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is violated
     */
    public TransportConfig {
        if (gtsmHops < 0 || gtsmHops >= MAX_TTL) {
            throw new IllegalArgumentException("GTSM hops are 0 to 254, not " + gtsmHops);
        }
        if (userTimeout.isNegative() || userTimeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("a user time-out is up to a day, not " + userTimeout);
        }
    }

    public TransportConfig withLocalAddress(InetAddress address) {
        return new TransportConfig(address, device, gtsmHops, passwordFile, userTimeout, passive);
    }

    public TransportConfig withDevice(String name) {
        return new TransportConfig(localAddress, name, gtsmHops, passwordFile, userTimeout, passive);
    }

    public TransportConfig withGtsm(int hops) {
        return new TransportConfig(localAddress, device, hops, passwordFile, userTimeout, passive);
    }

    public TransportConfig withPasswordFile(Path file) {
        return new TransportConfig(localAddress, device, gtsmHops, file, userTimeout, passive);
    }

    public TransportConfig withUserTimeout(Duration time) {
        return new TransportConfig(localAddress, device, gtsmHops, passwordFile, time, passive);
    }

    public TransportConfig asPassive() {
        return new TransportConfig(localAddress, device, gtsmHops, passwordFile, userTimeout, true);
    }

    /** The options of the peer's own sockets. */
    TcpOptions toOptions() {
        TcpOptions options = TcpOptions.DEFAULT
                .withDevice(device)
                .withUserTimeoutMillis(Math.toIntExact(userTimeout.toMillis()))
                .withUnsentBytes(UNSENT_BYTES);
        return gtsmHops == 0 ? options : options.withTtl(MAX_TTL).withMinTtl(minTtl());
    }

    /** The least TTL that is accepted, 0 for any. */
    int minTtl() {
        return gtsmHops == 0 ? 0 : MAX_TTL + 1 - gtsmHops;
    }
}
