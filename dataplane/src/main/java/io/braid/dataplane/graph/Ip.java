package io.braid.dataplane.graph;

/** Offsets, protocol numbers and address tests of IPv4 (RFC 791) and IPv6 (RFC 8200). */
public final class Ip {
    public static final int V4_HEADER = 20;
    public static final int V4_TOTAL_LENGTH = 2;
    public static final int V4_ID = 4;
    public static final int V4_FRAGMENT = 6;
    public static final int V4_TTL = 8;
    public static final int V4_PROTOCOL = 9;
    public static final int V4_CHECKSUM = 10;
    public static final int V4_SOURCE = 12;
    public static final int V4_DESTINATION = 16;
    public static final int V4_DONT_FRAGMENT = 0x4000;
    public static final int V4_MORE_FRAGMENTS = 0x2000;
    public static final int V4_OFFSET_MASK = 0x1fff;

    public static final int V6_HEADER = 40;
    public static final int V6_PAYLOAD_LENGTH = 4;
    public static final int V6_NEXT_HEADER = 6;
    public static final int V6_HOP_LIMIT = 7;
    public static final int V6_SOURCE = 8;
    public static final int V6_DESTINATION = 24;

    public static final int HOP_BY_HOP = 0;
    public static final int ICMP = 1;
    public static final int TCP = 6;
    public static final int UDP = 17;
    public static final int ROUTING = 43;
    public static final int FRAGMENT = 44;
    public static final int AH = 51;
    public static final int ICMPV6 = 58;
    public static final int DESTINATION_OPTIONS = 60;
    public static final int SCTP = 132;
    public static final int MOBILITY = 135;
    public static final int HIP = 139;
    public static final int SHIM6 = 140;

    private static final long LINK_LOCAL_MASK = 0xffc0L << 48;

    private Ip() {}

    /** 0.0.0.0/8, 127.0.0.0/8, 224.0.0.0/4 and 240.0.0.0/4: never a source (RFC 1812 section 5.3.7). */
    public static boolean isMartianSource4(int address) {
        int first = address >>> 24;
        return first == 0 || first == 127 || first >= 224;
    }

    /** 0.0.0.0/8, 127.0.0.0/8 and 240.0.0.0/4 but for the broadcast address: never forwarded to. */
    public static boolean isMartianDestination4(int address) {
        int first = address >>> 24;
        return first == 0 || first == 127 || (first >= 240 && address != -1);
    }

    public static boolean isMulticastOrBroadcast4(int address) {
        return address >>> 28 == 14 || address == -1;
    }

    /** 224.0.0.0/24: multicast that stays on its link (RFC 5771). */
    public static boolean isLinkLocalMulticast4(int address) {
        return address >>> 8 == 0xe00000;
    }

    /** 169.254.0.0/16 (RFC 3927). */
    public static boolean isLinkLocal4(int address) {
        return address >>> 16 == 0xa9fe;
    }

    public static boolean isMulticast6(long high) {
        return high >>> 56 == 0xff;
    }

    /** ff02::/16: multicast that stays on its link. */
    public static boolean isLinkLocalMulticast6(long high) {
        return high >>> 48 == 0xff02;
    }

    /** fe80::/10. */
    public static boolean isLinkLocal6(long high) {
        return (high & LINK_LOCAL_MASK) == 0xfe80L << 48;
    }

    /** ::, ::1, IPv4-mapped and multicast addresses: never a source on a wire (RFC 4291). */
    public static boolean isMartianSource6(long high, long low) {
        return isMulticast6(high) || isMartianDestination6(high, low);
    }

    /** ::, ::1 and IPv4-mapped addresses: never forwarded to. */
    public static boolean isMartianDestination6(long high, long low) {
        return high == 0 && (low == 0 || low == 1 || low >>> 32 == 0xffff);
    }
}
