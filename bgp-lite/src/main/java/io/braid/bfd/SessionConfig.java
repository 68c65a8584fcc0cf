package io.braid.bfd;

import java.net.Inet6Address;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Between which two addresses a session runs, and how fast.
 *
 * @param local own address, of the same family as the peer's; packets are sent from it
 * @param peer the peer's address on the same link
 * @param device interface the session is bound to: packets leave by it and count only when they came by it. Null
 *     leaves it to the routes, and is refused for link-local IPv6 addresses.
 */
public record SessionConfig(
        InetAddress local, InetAddress peer, @Nullable String device, BfdTimers timers) {
    public SessionConfig {
        if (local instanceof Inet6Address != peer instanceof Inet6Address) {
            throw new IllegalArgumentException("a BFD session from " + local.getHostAddress() + " to "
                    + peer.getHostAddress() + " has addresses of two families");
        }
        if (peer.isAnyLocalAddress() || peer.isMulticastAddress() || local.isMulticastAddress()) {
            throw new IllegalArgumentException("a BFD session needs the addresses of two hosts, got "
                    + local.getHostAddress() + " and " + peer.getHostAddress());
        }
        if (local.isAnyLocalAddress()) {
            throw new IllegalArgumentException(
                    "a BFD session needs its own source address, got " + local.getHostAddress());
        }
        if (device == null && (peer.isLinkLocalAddress() && peer instanceof Inet6Address)) {
            throw new IllegalArgumentException(
                    "a BFD session with the link-local address " + peer.getHostAddress() + " needs a device");
        }
    }

    boolean ipv6() {
        return peer instanceof Inet6Address;
    }

    /** Returns whether packets without discriminator could not be told apart. */
    boolean sameEndpoint(SessionConfig other) {
        return peer.equals(other.peer) && (device == null || other.device == null || device.equals(other.device));
    }

    @Override
    public String toString() {
        return "bfd " + local.getHostAddress() + " - " + peer.getHostAddress()
                + (device == null ? "" : " on " + device);
    }
}
