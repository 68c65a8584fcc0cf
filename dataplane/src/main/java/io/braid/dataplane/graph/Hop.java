package io.braid.dataplane.graph;

/**
 * A way out of the host: an uplink's gateway or a task, with all that rewriting a packet for it takes.
 *
 * @param port DPDK port to send by
 * @param mtu largest layer-3 packet it takes, in bytes
 * @param sourceMac Ethernet source, low 48 bits
 * @param mac4 Ethernet destination for IPv4, low 48 bits; 0 when not usable for IPv4
 * @param mac6 Ethernet destination for IPv6; 0 when not usable for IPv6
 * @param errorSource4 IPv4 address that ICMP errors about packets from or to this hop carry; 0 when it has none
 * @param errorSource6High high half of the IPv6 address that ICMPv6 errors carry; both halves 0 when it has none
 * @param errorSource6Low its low half
 * @param offloads what packets may be sent over it without, as a set of {@link io.braid.dpdk.Offload}
 */
public record Hop(
        int port,
        int mtu,
        long sourceMac,
        long mac4,
        long mac6,
        int errorSource4,
        long errorSource6High,
        long errorSource6Low,
        int offloads) {

    /** A hop that takes only finished packets. */
    public Hop(
            int port,
            int mtu,
            long sourceMac,
            long mac4,
            long mac6,
            int errorSource4,
            long errorSource6High,
            long errorSource6Low) {
        this(port, mtu, sourceMac, mac4, mac6, errorSource4, errorSource6High, errorSource6Low, 0);
    }

    /** Whether packets of the family can be sent over it. */
    public boolean usable(boolean ipv4) {
        return (ipv4 ? mac4 : mac6) != 0;
    }
}
