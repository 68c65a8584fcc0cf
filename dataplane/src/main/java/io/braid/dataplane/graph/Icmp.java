package io.braid.dataplane.graph;

/** ICMP (RFC 792) and ICMPv6 (RFC 4443, RFC 4861) types and codes. */
final class Icmp {
    static final int HEADER = 8;

    static final int V4_ECHO_REPLY = 0;
    static final int V4_UNREACHABLE = 3;
    static final int V4_CODE_FRAGMENTATION_NEEDED = 4;
    /** Communication administratively prohibited (RFC 1812 section 5.2.7.1). */
    static final int V4_CODE_PROHIBITED = 13;

    static final int V4_REDIRECT = 5;
    static final int V4_ECHO = 8;
    /** RFC 1256. */
    static final int V4_ROUTER_ADVERTISEMENT = 9;

    static final int V4_TIME_EXCEEDED = 11;

    static final int V6_UNREACHABLE = 1;
    /** Communication with destination administratively prohibited (RFC 4443 section 3.1). */
    static final int V6_CODE_PROHIBITED = 1;

    static final int V6_PACKET_TOO_BIG = 2;
    static final int V6_TIME_EXCEEDED = 3;
    static final int V6_ECHO = 128;
    static final int V6_ECHO_REPLY = 129;
    static final int V6_ROUTER_SOLICITATION = 133;
    static final int V6_ROUTER_ADVERTISEMENT = 134;
    static final int V6_NEIGHBOR_SOLICITATION = 135;
    static final int V6_NEIGHBOR_ADVERTISEMENT = 136;
    static final int V6_REDIRECT = 137;

    private Icmp() {}

    /** Destination unreachable, source quench, redirect, time exceeded, parameter problem: the messages that quote a packet (RFC 1122 section 3.2.2). */
    static boolean isError4(int type) {
        return type == V4_UNREACHABLE || type == 4 || type == V4_REDIRECT || type == V4_TIME_EXCEEDED || type == 12;
    }

    /** Types below 128 are errors (RFC 4443 section 2.1). */
    static boolean isError6(int type) {
        return type < 128;
    }

    static boolean isNeighborDiscovery(int type) {
        return type >= V6_ROUTER_SOLICITATION && type <= V6_REDIRECT;
    }

    static boolean isEcho(boolean ipv4, int type) {
        return ipv4 ? type == V4_ECHO || type == V4_ECHO_REPLY : type == V6_ECHO || type == V6_ECHO_REPLY;
    }
}
