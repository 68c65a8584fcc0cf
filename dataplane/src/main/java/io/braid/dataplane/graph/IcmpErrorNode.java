package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/**
 * Turns a packet that cannot be forwarded into the ICMP error about it, in the same buffer, and sends it back the way it came.
 *
 * <pre>
 *   before:  Ethernet [tags] │ IP header  payload ...
 *   after:   Ethernet │ IP │ ICMP (8 bytes) │ IP header  payload, cut
 * </pre>
 *
 * The original counts as ended for its reason, the error as made here. No error is made where RFC 1122 section 3.2.2 and RFC 4443 section 2.4 forbid it
 * (about an ICMP error, a group frame, a later fragment), above the rate limit, or when the buffer has no room in front.
 */
public final class IcmpErrorNode {
    /** RFC 1812 section 4.3.2.3: as much of the original as fits an error of 576 bytes. */
    private static final int MAX_V4 = 576;
    /** RFC 4443 section 2.4 c: as much as fits the minimum MTU. */
    private static final int MAX_V6 = 1280;

    private static final int RATE_PER_SECOND = 1000;
    private static final int BURST = 100;
    private static final int TTL = 64;
    private static final int PRECEDENCE_INTERNETWORK_CONTROL = 0xc0; // RFC 1812 section 4.3.2.5

    private final Counters counters;
    private final ReleaseList surplus;
    /** By port, so that one task's errors do not use up another's. */
    private final TokenBucket[] limits;

    private long nowNanos;

    /**
     * @param counters this worker's counters
     * @param surplus takes segments cut off the original
     * @param nowNanos current {@link System#nanoTime}
     */
    public IcmpErrorNode(Counters counters, ReleaseList surplus, long nowNanos) {
        this.counters = counters;
        this.surplus = surplus;
        this.limits = new TokenBucket[counters.ports()];
        for (int port = 0; port < limits.length; port++) {
            limits[port] = new TokenBucket(RATE_PER_SECOND, BURST, nowNanos);
        }
        this.nowNanos = nowNanos;
    }

    /** Tells the time for the rate limit. */
    public void setTime(long nanos) {
        nowNanos = nanos;
    }

    /** RFC 792 type 11 code 0, RFC 4443 type 3 code 0. */
    int timeExceeded(Burst burst, int i, ForwardingTable table, Hop hop) {
        return burst.isIpv4(i)
                ? error4(burst, i, table, hop, Icmp.V4_TIME_EXCEEDED, 0, 0, Reason.TTL_EXPIRED)
                : error6(burst, i, table, hop, Icmp.V6_TIME_EXCEEDED, 0, 0, Reason.TTL_EXPIRED);
    }

    /** RFC 1191 (type 3 code 4 with the MTU in the low 16 bits of the last word), RFC 4443 type 2. */
    int packetTooBig(Burst burst, int i, ForwardingTable table, Hop hop) {
        return burst.isIpv4(i)
                ? error4(
                        burst,
                        i,
                        table,
                        hop,
                        Icmp.V4_UNREACHABLE,
                        Icmp.V4_CODE_FRAGMENTATION_NEEDED,
                        hop.mtu(),
                        Reason.PACKET_TOO_BIG)
                : error6(burst, i, table, hop, Icmp.V6_PACKET_TOO_BIG, 0, hop.mtu(), Reason.PACKET_TOO_BIG);
    }

    /** RFC 792 type 3 code 13, RFC 4443 type 1 code 1: the sender learns that it may not, and need not try again. */
    int prohibited(Burst burst, int i, ForwardingTable table, Hop hop, Reason reason) {
        return burst.isIpv4(i)
                ? error4(burst, i, table, hop, Icmp.V4_UNREACHABLE, Icmp.V4_CODE_PROHIBITED, 0, reason)
                : error6(burst, i, table, hop, Icmp.V6_UNREACHABLE, Icmp.V6_CODE_PROHIBITED, 0, reason);
    }

    private int error4(
            Burst burst, int i, ForwardingTable table, Hop hop, int type, int code, int word, Reason reason) {
        int source = sender(burst, table, hop).errorSource4();
        if (source == 0 || burst.has(i, Burst.LATER_FRAGMENT) || !allowed(burst, i)) {
            return Verdict.drop(reason);
        }
        int destination = Memory.getIntBe(burst.l3Address(i) + Ip.V4_SOURCE);
        int quote = quote(burst, i, MAX_V4 - Ip.V4_HEADER - Icmp.HEADER);
        long ip = open(burst, i, Ip.V4_HEADER + Icmp.HEADER, quote, Burst.ETHERTYPE_IPV4);
        if (ip == 0) {
            return Verdict.drop(reason);
        }
        Memory.putShortBe(ip, 0x4500 | PRECEDENCE_INTERNETWORK_CONTROL);
        Memory.putShortBe(ip + Ip.V4_TOTAL_LENGTH, Ip.V4_HEADER + Icmp.HEADER + quote);
        Memory.putShortBe(ip + Ip.V4_ID, 0); // RFC 6864: of no meaning in a datagram that must not be fragmented
        Memory.putShortBe(ip + Ip.V4_FRAGMENT, Ip.V4_DONT_FRAGMENT);
        Memory.putByte(ip + Ip.V4_TTL, TTL);
        Memory.putByte(ip + Ip.V4_PROTOCOL, Ip.ICMP);
        Memory.putShort(ip + Ip.V4_CHECKSUM, 0);
        Memory.putIntBe(ip + Ip.V4_SOURCE, source);
        Memory.putIntBe(ip + Ip.V4_DESTINATION, destination);
        Memory.putShort(ip + Ip.V4_CHECKSUM, Checksum.of(ip, Ip.V4_HEADER));
        long icmp = putIcmp(ip + Ip.V4_HEADER, type, code, word);
        Memory.putShort(icmp + 2, Checksum.of(icmp, Icmp.HEADER + quote));
        return sendBack(burst, i, reason);
    }

    private int error6(
            Burst burst, int i, ForwardingTable table, Hop hop, int type, int code, int word, Reason reason) {
        Hop sender = sender(burst, table, hop);
        if ((sender.errorSource6High() | sender.errorSource6Low()) == 0 || !allowed(burst, i)) {
            return Verdict.drop(reason);
        }
        long original = burst.l3Address(i);
        long high = Memory.getLongBe(original + Ip.V6_SOURCE);
        long low = Memory.getLongBe(original + Ip.V6_SOURCE + 8);
        int quote = quote(burst, i, MAX_V6 - Ip.V6_HEADER - Icmp.HEADER);
        long ip = open(burst, i, Ip.V6_HEADER + Icmp.HEADER, quote, Burst.ETHERTYPE_IPV6);
        if (ip == 0) {
            return Verdict.drop(reason);
        }
        Memory.putIntBe(ip, 6 << 28);
        Memory.putShortBe(ip + Ip.V6_PAYLOAD_LENGTH, Icmp.HEADER + quote);
        Memory.putByte(ip + Ip.V6_NEXT_HEADER, Ip.ICMPV6);
        Memory.putByte(ip + Ip.V6_HOP_LIMIT, TTL);
        Memory.putLongBe(ip + Ip.V6_SOURCE, sender.errorSource6High());
        Memory.putLongBe(ip + Ip.V6_SOURCE + 8, sender.errorSource6Low());
        Memory.putLongBe(ip + Ip.V6_DESTINATION, high);
        Memory.putLongBe(ip + Ip.V6_DESTINATION + 8, low);
        long icmp = putIcmp(ip + Ip.V6_HEADER, type, code, word);
        long sum = Checksum.pseudoHeader6(ip, Ip.ICMPV6, Icmp.HEADER + quote);
        Memory.putShort(icmp + 2, ~Checksum.fold(Checksum.add(sum, icmp, Icmp.HEADER + quote)) & 0xffff);
        return sendBack(burst, i, reason);
    }

    /** Whose address the error carries: the uplink's that the packet came in by, or the one a task's packet would have left by. */
    private static Hop sender(Burst burst, ForwardingTable table, Hop hop) {
        if (table.role(burst.port()) == ForwardingTable.ROLE_UPLINK) {
            Hop uplink = table.hop(ForwardingTable.uplinkHop(table.roleIndex(burst.port())));
            return uplink == null ? hop : uplink;
        }
        return hop;
    }

    private boolean allowed(Burst burst, int i) {
        // A fragment may be part of an ICMP error without showing it.
        boolean fragmentOfIcmp =
                burst.has(i, Burst.FRAGMENT) && (burst.protocol[i] == Ip.ICMP || burst.protocol[i] == Ip.ICMPV6);
        if (burst.has(i, Burst.ICMP_ERROR) || burst.has(i, Burst.GROUP_FRAME) || fragmentOfIcmp) {
            return false;
        }
        if (!limits[burst.port()].take(nowNanos)) {
            counters.add(burst.port(), Counters.ERRORS_SUPPRESSED, 1);
            return false;
        }
        return true;
    }

    /** Bytes of the original to quote: at most {@code max}, and only from the first segment. */
    private static int quote(Burst burst, int i, int max) {
        return Math.min(max, Math.min(burst.ipLength[i], Packet.dataLength(burst.packet(i)) - burst.l3[i]));
    }

    /** Cuts the original to its quote, makes room in front and writes the Ethernet header; returns where the IP header goes, or 0 without room. */
    private long open(Burst burst, int i, int headers, int quote, int etherType) {
        long packet = burst.packet(i);
        int l3 = burst.l3[i];
        int room = Ethernet.HEADER + headers - l3;
        if (Packet.headroom(packet) < room) {
            return 0;
        }
        long frame = Packet.data(packet);
        long to = Ethernet.mac(frame + Ethernet.SOURCE_OFFSET);
        long from = Ethernet.mac(frame);
        long rest = Packet.truncate(packet, l3 + quote);
        if (rest != 0) {
            surplus.add(rest);
        }
        Packet.prepend(packet, room);
        Packet.clearOffloads(packet);
        long start = Packet.data(packet);
        Ethernet.putHeader(start, to, from, etherType);
        return start + Ethernet.HEADER;
    }

    private static long putIcmp(long icmp, int type, int code, int word) {
        Memory.putByte(icmp, type);
        Memory.putByte(icmp + 1, code);
        Memory.putShort(icmp + 2, 0);
        Memory.putIntBe(icmp + 4, word);
        return icmp;
    }

    private int sendBack(Burst burst, int i, Reason reason) {
        burst.answered[i] = 1 + reason.ordinal();
        counters.end(burst.port(), reason.ordinal());
        counters.add(burst.port(), Counters.GENERATED, 1);
        return Verdict.send(burst.port());
    }
}
