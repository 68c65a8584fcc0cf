package io.braid.dataplane.announce;

import io.braid.bgp.wire.Prefix;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** The dataplane's addresses as BGP, BFD and sockets have them. */
final class Addresses {
    private Addresses() {}

    static io.braid.bgp.wire.IpAddress wire(IpAddress address) {
        return io.braid.bgp.wire.IpAddress.of(address.toBytes());
    }

    static Prefix wire(IpPrefix prefix) {
        return Prefix.of(wire(prefix.address()), prefix.length());
    }

    static InetAddress socket(IpAddress address) {
        try {
            return InetAddress.getByAddress(address.toBytes());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
