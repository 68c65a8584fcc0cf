package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/** Checks an IPv6 header and walks its extension headers (RFC 8200 section 4) to the layer-4 header. */
final class Ipv6Parser {
    /** Bytes from the IPv6 header's start in which the layer-4 header must begin. */
    static final int PARSE_WINDOW = 256;

    private static final int MAX_PAYLOAD = 65535;
    private static final int FRAGMENT_HEADER = 8;

    private Ipv6Parser() {}

    static int parse(Burst burst, int i, long packet) {
        int l3 = burst.l3[i];
        int present = Packet.dataLength(packet);
        if (present < l3 + Ip.V6_HEADER) {
            return ParseNode.tooShort(packet, l3 + Ip.V6_HEADER);
        }
        long ip = Packet.data(packet) + l3;
        if (Memory.getByte(ip) >>> 4 != 6) {
            return Verdict.drop(Reason.BAD_IP_VERSION);
        }
        int length = Ip.V6_HEADER + Memory.getShortBe(ip + Ip.V6_PAYLOAD_LENGTH);
        int next = Memory.getByte(ip + Ip.V6_NEXT_HEADER);
        // A payload length of 0 in front of hop-by-hop options announces a jumbogram (RFC 2675), which no link here
        // carries.
        if (l3 + length > Packet.length(packet) || (length == Ip.V6_HEADER && next == Ip.HOP_BY_HOP)) {
            return Verdict.drop(Reason.BAD_IP_LENGTH);
        }
        burst.ipLength[i] = length;
        int at = Ip.V6_HEADER;
        while (isExtension(next)) {
            if (at + 8 > length) {
                return Verdict.drop(Reason.BAD_EXTENSION_HEADER);
            }
            if (at + 8 > PARSE_WINDOW) {
                return Verdict.drop(Reason.EXTENSION_CHAIN_TOO_LONG);
            }
            if (l3 + at + 8 > present) {
                return Verdict.drop(Reason.HEADERS_NOT_CONTIGUOUS);
            }
            long header = ip + at;
            // RFC 8200 section 4.1: hop-by-hop options stand directly behind the IPv6 header or nowhere.
            if (next == Ip.HOP_BY_HOP && at != Ip.V6_HEADER) {
                return Verdict.drop(Reason.BAD_EXTENSION_HEADER);
            }
            // RFC 5095: a type 0 routing header that still has segments left must not be processed or forwarded as
            // data.
            if (next == Ip.ROUTING && Memory.getByte(header + 2) == 0) {
                return Verdict.drop(Reason.SOURCE_ROUTED);
            }
            int following = Memory.getByte(header);
            if (next == Ip.FRAGMENT) {
                int verdict = checkFragment(burst, i, header, length - at - FRAGMENT_HEADER);
                if (verdict != Verdict.OPEN) {
                    return verdict;
                }
                at += FRAGMENT_HEADER;
                next = following;
                if (burst.has(i, Burst.LATER_FRAGMENT)) {
                    break;
                }
                continue;
            }
            at += next == Ip.AH ? (Memory.getByte(header + 1) + 2) * 4 : (Memory.getByte(header + 1) + 1) * 8;
            next = following;
        }
        if (at > length) {
            return Verdict.drop(Reason.BAD_EXTENSION_HEADER);
        }
        if (at > PARSE_WINDOW) {
            return Verdict.drop(Reason.EXTENSION_CHAIN_TOO_LONG);
        }
        burst.protocol[i] = next;
        burst.l4[i] = l3 + at;
        if (burst.has(i, Burst.FRAGMENT)) {
            return Verdict.OPEN;
        }
        return Layer4.check(burst, i, packet, l3 + length);
    }

    static boolean isExtension(int next) {
        return switch (next) {
            case Ip.HOP_BY_HOP, Ip.ROUTING, Ip.FRAGMENT, Ip.AH, Ip.DESTINATION_OPTIONS, Ip.MOBILITY, Ip.HIP, Ip.SHIM6 ->
                true;
            default -> false;
        };
    }

    private static int checkFragment(Burst burst, int i, long header, int payload) {
        int field = Memory.getShortBe(header + 2);
        int offset = field & 0xfff8;
        boolean more = (field & 1) != 0;
        burst.flags[i] |= Burst.FRAGMENT_HEADER;
        // RFC 6946: an "atomic" fragment (offset 0, nothing to follow) is a whole packet.
        if (offset != 0 || more) {
            burst.flags[i] |= Burst.FRAGMENT;
        }
        if (offset != 0) {
            burst.flags[i] |= Burst.LATER_FRAGMENT;
        }
        if ((more && (payload == 0 || payload % 8 != 0)) || offset + payload > MAX_PAYLOAD) {
            return Verdict.drop(Reason.BAD_FRAGMENT);
        }
        return Verdict.OPEN;
    }
}
