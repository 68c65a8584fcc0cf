package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/** Checks an IPv4 header (RFC 791, RFC 1812 section 5.2.2) and finds the layer-4 header behind it. */
final class Ipv4Parser {
    private static final int OPTION_END = 0;
    private static final int OPTION_NOP = 1;
    private static final int OPTION_LOOSE_SOURCE_ROUTE = 131;
    private static final int OPTION_STRICT_SOURCE_ROUTE = 137;
    private static final int MAX_DATAGRAM = 65535;

    private Ipv4Parser() {}

    static int parse(Burst burst, int i, long packet) {
        int l3 = burst.l3[i];
        if (Packet.dataLength(packet) < l3 + Ip.V4_HEADER) {
            return ParseNode.tooShort(packet, l3 + Ip.V4_HEADER);
        }
        long ip = Packet.data(packet) + l3;
        int first = Memory.getByte(ip);
        if (first >>> 4 != 4) {
            return Verdict.drop(Reason.BAD_IP_VERSION);
        }
        int header = (first & 0xf) * 4;
        if (header < Ip.V4_HEADER) {
            return Verdict.drop(Reason.BAD_IP_HEADER_LENGTH);
        }
        int length = Memory.getShortBe(ip + Ip.V4_TOTAL_LENGTH);
        if (length < header || l3 + length > Packet.length(packet)) {
            return Verdict.drop(Reason.BAD_IP_LENGTH);
        }
        if (Packet.dataLength(packet) < l3 + header) {
            return Verdict.drop(Reason.HEADERS_NOT_CONTIGUOUS);
        }
        // RFC 1812 section 5.2.2: a router MUST verify the header checksum.
        if (!Checksum.valid(ip, header)) {
            return Verdict.drop(Reason.BAD_IP_CHECKSUM);
        }
        if (header > Ip.V4_HEADER) {
            int verdict = checkOptions(ip, header);
            if (verdict != Verdict.OPEN) {
                return verdict;
            }
        }
        burst.ipLength[i] = length;
        burst.protocol[i] = Memory.getByte(ip + Ip.V4_PROTOCOL);
        burst.l4[i] = l3 + header;
        int fragment = Memory.getShortBe(ip + Ip.V4_FRAGMENT);
        if ((fragment & Ip.V4_DONT_FRAGMENT) != 0) {
            burst.flags[i] |= Burst.DONT_FRAGMENT;
        }
        if ((fragment & (Ip.V4_MORE_FRAGMENTS | Ip.V4_OFFSET_MASK)) != 0) {
            return checkFragment(burst, i, fragment, length - header);
        }
        return Layer4.check(burst, i, packet, l3 + length);
    }

    private static int checkOptions(long ip, int header) {
        int at = Ip.V4_HEADER;
        while (at < header) {
            int type = Memory.getByte(ip + at);
            if (type == OPTION_END) {
                return Verdict.OPEN;
            }
            if (type == OPTION_NOP) {
                at++;
                continue;
            }
            if (at + 1 >= header) {
                return Verdict.drop(Reason.BAD_IP_OPTION);
            }
            int length = Memory.getByte(ip + at + 1);
            // A length below 2 would make this loop stand still.
            if (length < 2 || at + length > header) {
                return Verdict.drop(Reason.BAD_IP_OPTION);
            }
            if (type == OPTION_LOOSE_SOURCE_ROUTE || type == OPTION_STRICT_SOURCE_ROUTE) {
                return Verdict.drop(Reason.SOURCE_ROUTED);
            }
            at += length;
        }
        return Verdict.OPEN;
    }

    private static int checkFragment(Burst burst, int i, int fragment, int payload) {
        burst.flags[i] |= Burst.FRAGMENT;
        int offset = (fragment & Ip.V4_OFFSET_MASK) * 8;
        if (offset != 0) {
            burst.flags[i] |= Burst.LATER_FRAGMENT;
        }
        boolean more = (fragment & Ip.V4_MORE_FRAGMENTS) != 0;
        if (payload == 0 || (more && payload % 8 != 0) || offset + payload > MAX_DATAGRAM - Ip.V4_HEADER) {
            return Verdict.drop(Reason.BAD_FRAGMENT);
        }
        return Verdict.OPEN;
    }
}
