package io.braid.bgp.session;

import java.net.InetAddress;

/**
 * A peer and how to speak with it.
 *
 * @param name tells it from other peers, in logs and views; unique in a speaker
 * @param address its address; a link-local one with its scope, or a device in the transport
 * @param port the port it listens on, 1 to 65535
 * @param asn the AS it has to be in: 1 to 4294967295
 * @param transport the connection
 * @param timers the times
 * @param offer what it is offered
 */
public record PeerConfig(
        String name,
        InetAddress address,
        int port,
        long asn,
        TransportConfig transport,
        TimerConfig timers,
        CapabilityOffer offer) {
    /** Where BGP speakers listen. */
    public static final int BGP_PORT = 179;

    private static final long MAX_AS = 0xFFFF_FFFFL;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is violated
     */
    public PeerConfig {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a peer needs a name");
        }
        if (port < 1 || port > 0xFFFF) {
            throw new IllegalArgumentException("a peer's port is 1 to 65535, not " + port);
        }
        if (asn < 1 || asn > MAX_AS) {
            throw new IllegalArgumentException("an AS is 1 to 4294967295, not " + asn);
        }
        if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
            throw new IllegalArgumentException(address.getHostAddress() + " is not the address of a peer");
        }
        InetAddress local = transport.localAddress();
        if (local != null && local.getClass() != address.getClass()) {
            throw new IllegalArgumentException("the local address " + local.getHostAddress()
                    + " and the peer's address " + address.getHostAddress() + " are of different families");
        }
    }

    /** A peer on the usual port, with defaults. */
    public static PeerConfig of(String name, InetAddress address, long asn) {
        return new PeerConfig(
                name, address, BGP_PORT, asn, TransportConfig.DEFAULT, TimerConfig.DEFAULT, CapabilityOffer.DEFAULT);
    }

    public PeerConfig withPort(int other) {
        return new PeerConfig(name, address, other, asn, transport, timers, offer);
    }

    public PeerConfig with(TransportConfig other) {
        return new PeerConfig(name, address, port, asn, other, timers, offer);
    }

    public PeerConfig with(TimerConfig other) {
        return new PeerConfig(name, address, port, asn, transport, other, offer);
    }

    public PeerConfig with(CapabilityOffer other) {
        return new PeerConfig(name, address, port, asn, transport, timers, other);
    }
}
