package io.braid.bgp.wire;

import org.jspecify.annotations.Nullable;

/**
 * Where packets of a route are to be sent.
 *
 * <p>IPv4 routes may have an IPv6 next hop where that was negotiated (RFC 8950). An IPv6 next hop may come with the same
 * router's link-local address (RFC 2545 section 3).
 *
 * @param address the router's address; may itself be link-local
 * @param linkLocal the router's link-local IPv6 address if it was given as a second one
 */
public record NextHop(IpAddress address, @Nullable IpAddress linkLocal) {
    /**
     * Checks that a second address is one of IPv6.
     *
     * @throws IllegalArgumentException if it is not link-local, or the first is not an IPv6 address
     */
    public NextHop {
        if (linkLocal != null
                && (linkLocal.afi() != Afi.IPV6 || !linkLocal.isLinkLocal() || address.afi() != Afi.IPV6)) {
            throw new IllegalArgumentException(linkLocal + " cannot be the link-local next hop beside " + address);
        }
    }

    /** A next hop of one address. */
    public static NextHop of(IpAddress address) {
        return new NextHop(address, null);
    }

    /** The bytes on the wire: 4, 16 or 32. */
    int bytes() {
        return address.afi().bytes() * (linkLocal == null ? 1 : 2);
    }

    @Override
    public String toString() {
        return linkLocal == null ? address.toString() : address + " (" + linkLocal + ")";
    }
}
