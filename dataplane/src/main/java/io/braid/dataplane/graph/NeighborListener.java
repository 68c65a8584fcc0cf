package io.braid.dataplane.graph;

/** Is told by workers what neighbors on an uplink say about themselves; must return at once and not allocate. */
public interface NeighborListener {
    /**
     * An IPv4 neighbor named its MAC address.
     *
     * @param solicited true for a reply sent to us alone; false for anything anyone could have sent unasked
     */
    void ipv4(int uplink, int address, long mac, boolean solicited);

    /** The same for an IPv6 neighbor. */
    void ipv6(int uplink, long high, long low, long mac, boolean solicited);
}
