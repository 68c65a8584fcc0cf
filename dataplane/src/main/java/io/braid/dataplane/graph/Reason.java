package io.braid.dataplane.graph;

import java.util.Locale;

/**
 * Why a packet ended in Braid instead of being sent. Each reason is a counter per port and worker; its metric name is {@link #metricName()}.
 *
 * <p>Two kinds: a <em>drop</em> is a packet somebody may miss; a packet is <em>consumed</em> when it was for Braid itself and did its work.
 */
public enum Reason {
    // --- frame
    /** Shorter than the headers it announces (Ethernet, VLAN, ARP, IP, or ports of an unfragmented TCP, UDP or SCTP packet). */
    TRUNCATED,
    /** More than two VLAN tags. */
    TOO_MANY_VLAN_TAGS,
    /** An EtherType Braid does not forward and the host does not want. */
    UNKNOWN_ETHERTYPE,
    /** A unicast frame for another station's MAC address. */
    NOT_OUR_MAC,
    /** A frame with this port's own MAC address as its source: our own transmission looped back, or a spoof. */
    OWN_SOURCE_MAC,
    /** A group address as the frame's source (IEEE 802.3 section 3.2.3): an answer to it would reach every station. */
    GROUP_SOURCE_MAC,
    /** An IP unicast packet in a broadcast or multicast frame (RFC 1122 section 3.3.6). */
    UNICAST_IN_BROADCAST_FRAME,
    /** Its headers are spread over several buffers. */
    HEADERS_NOT_CONTIGUOUS,

    // --- IP header
    /** The version field contradicts the EtherType. */
    BAD_IP_VERSION,
    /** An IPv4 header length below 20 bytes or beyond the packet. */
    BAD_IP_HEADER_LENGTH,
    /** A total or payload length smaller than the headers or larger than the frame. */
    BAD_IP_LENGTH,
    /** A wrong IPv4 header checksum. */
    BAD_IP_CHECKSUM,
    /** An IPv4 option with length 0, 1 or beyond the header. */
    BAD_IP_OPTION,
    /** Loose or strict source routing (RFC 6274 section 3.13.2.3: dropped by default), or an IPv6 type 0 routing header (RFC 5095). */
    SOURCE_ROUTED,
    /** A fragment whose end lies beyond 65535 bytes, or that is not a multiple of 8 bytes though more follow. */
    BAD_FRAGMENT,
    /** An IPv6 extension header that runs past the packet or stands where it must not. */
    BAD_EXTENSION_HEADER,
    /** An IPv6 header chain longer than the parse window. */
    EXTENSION_CHAIN_TOO_LONG,

    // --- offloads
    /** A task left work on a packet that cannot be done: a checksum of neither TCP nor UDP or of a fragment, or too many segments. */
    BAD_OFFLOAD,

    // --- addresses
    /** A source address that cannot be one: unspecified, loopback, multicast, broadcast, reserved (RFC 1812 section 5.3.7, RFC 4291). */
    MARTIAN_SOURCE,
    /** A destination that is never forwarded: unspecified, loopback, reserved. */
    MARTIAN_DESTINATION,
    /** A link-local address, which must not leave its link (RFC 3927, RFC 4291). */
    LINK_LOCAL_NOT_FORWARDED,
    /** Multicast or broadcast, which Braid does not route. */
    MULTICAST_NOT_FORWARDED,
    /** A task used a source address that is not its own. */
    SOURCE_NOT_OWNED,
    /** A packet from outside with a source address that belongs to a task on this host. */
    SOURCE_IS_LOCAL,
    /** From outside, for an address that is neither a task's nor an uplink's. */
    NO_SUCH_DESTINATION,

    // --- isolation
    /** From a task to another one on this host that it may not talk to, see {@code tasks.local-traffic}. */
    LOCAL_TRAFFIC_REFUSED,
    /** From a task to an address of the host itself, see {@code tasks.host-traffic}. */
    HOST_TRAFFIC_REFUSED,
    /** What a DHCP or DHCPv6 server says, from a task or to one: there is no server behind a task, and no client of ours in one. */
    DHCP_ANSWER,
    /** A router advertisement or redirect, of ICMP or ICMPv6, from a task or to one (RFC 6105): Braid is a task's only router. */
    ROUTER_MESSAGE,
    /** Neighbor discovery with a fragment header, which nobody may take in (RFC 6980). */
    FRAGMENTED_NEIGHBOR_MESSAGE,
    /** A first IPv6 fragment without all headers of its packet, so that nobody can tell what it is (RFC 7112, RFC 7113). */
    INCOMPLETE_HEADER_CHAIN,
    /** A broadcast, a multicast, ARP or neighbor discovery from a task that sends too many of these. */
    TOO_MANY_GROUP_FRAMES,
    /** A task sent more than its cap, in bits or in packets. */
    OVER_CAP_OUT,
    /** More was sent to a task than its cap, in bits or in packets. */
    OVER_CAP_IN,

    // --- forwarding
    /** TTL or hop limit would reach zero. */
    TTL_EXPIRED,
    /** Larger than the next link's MTU and not to be fragmented. */
    PACKET_TOO_BIG,
    /** No usable path in the group. */
    NO_PATH,
    /** Bound to an uplink that is not usable. */
    BOUND_UPLINK_DOWN,
    /** The port it was to leave by is gone or has no queue. */
    PORT_GONE,
    /** The container's application has enabled none of its receive queues, or not yet. */
    NO_QUEUE_ENABLED,
    /** The driver took no more: its queue is full, or its device is down. */
    TX_QUEUE_FULL,
    /** The driver could not do what a packet asked of it ({@code rte_eth_tx_prepare}). */
    TX_PREPARE_REFUSED,
    /** The ring to the worker that owns the port took no more. */
    HANDOFF_RING_FULL,
    /** No buffer was free for a fragment or segment. */
    NO_BUFFER,

    // --- ARP, neighbor discovery, ICMP
    /** An ARP packet with wrong types, lengths or addresses (RFC 826, RFC 5227). */
    BAD_ARP,
    /** ARP for an address that is not ours to answer. */
    ARP_NOT_FOR_US,
    /** A neighbor discovery message that fails a check of RFC 4861 section 6.1 or 7.1 (hop limit 255, checksum, length, options). */
    BAD_NEIGHBOR_MESSAGE,
    /** Neighbor discovery for an address that is not ours to answer. */
    NEIGHBOR_NOT_FOR_US,
    /** ARP or neighbor discovery in which another station claims one of our addresses (RFC 5227, RFC 4862). */
    ADDRESS_CONFLICT,
    /** An ICMP error whose quoted packet is too short to say whose it is. */
    BAD_ICMP_QUOTE,

    // --- consumed
    /** An ARP reply or neighbor advertisement that was taken in and had no punt port to go to. */
    NEIGHBOR_LEARNED(true),
    /** A packet that was replaced by its fragments. */
    FRAGMENTED(true),
    /** A packet that was replaced by its TCP segments. */
    SEGMENTED(true),

    // --- faults
    /** A defect in Braid: the burst the packet was in ended with an exception. */
    INTERNAL_ERROR;

    private static final Reason[] ALL = values();

    private final boolean consumed;

    Reason() {
        this(false);
    }

    Reason(boolean consumed) {
        this.consumed = consumed;
    }

    /** Whether packets of this kind did what they were for, rather than being lost. */
    public boolean consumed() {
        return consumed;
    }

    /** The name in metrics and JSON: lower case with underscores. */
    public String metricName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How many reasons there are. */
    public static int count() {
        return ALL.length;
    }

    /** The reason with an ordinal. */
    public static Reason of(int ordinal) {
        return ALL[ordinal];
    }
}
