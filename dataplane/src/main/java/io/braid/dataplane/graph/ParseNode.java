package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/**
 * Finds the headers of each packet of a burst and ends those that are malformed.
 *
 * <p>Reads Ethernet with up to two VLAN tags here; IPv4 and IPv6 in {@link Ipv4Parser} and {@link Ipv6Parser}. Fills {@link Burst#etherType}, {@link
 * Burst#l3}, {@link Burst#l4}, {@link Burst#protocol}, {@link Burst#ipLength} and {@link Burst#flags}. After it, every header up to the layer-4 ports lies in
 * the packet's first segment and within the length the IP header states, and bytes behind that length (Ethernet padding) are cut off.
 */
public final class ParseNode {
    private static final int TPID_8021Q = 0x8100;
    private static final int TPID_8021AD = 0x88a8;
    private static final int TPID_QINQ = 0x9100;
    private static final int MAX_TAGS = 2;

    private final ReleaseList surplus;

    /**
     * Makes the node.
     *
     * @param surplus takes segments cut off behind the packet's end
     */
    public ParseNode(ReleaseList surplus) {
        this.surplus = surplus;
    }

    public void run(Burst burst) {
        for (int i = 0; i < burst.count(); i++) {
            if (burst.verdict[i] != Verdict.OPEN) {
                continue; // a plain packet, which is done
            }
            burst.flags[i] = 0;
            int reason = parse(burst, i);
            if (reason != Verdict.OPEN) {
                burst.verdict[i] = reason;
            }
        }
    }

    private int parse(Burst burst, int i) {
        long packet = burst.packet(i);
        long data = Packet.data(packet);
        int present = Packet.dataLength(packet);
        if (present < Ethernet.HEADER) {
            return tooShort(packet, Ethernet.HEADER);
        }
        if (Ethernet.isGroup(Ethernet.mac(data))) {
            burst.flags[i] |= Burst.GROUP_FRAME;
        }
        if (Ethernet.isGroup(Ethernet.mac(data + Ethernet.SOURCE_OFFSET))) {
            return Verdict.drop(Reason.GROUP_SOURCE_MAC);
        }
        int at = Ethernet.TYPE_OFFSET;
        int type = Memory.getShortBe(data + at);
        int tags = 0;
        while (type == TPID_8021Q || type == TPID_8021AD || type == TPID_QINQ) {
            if (++tags > MAX_TAGS) {
                return Verdict.drop(Reason.TOO_MANY_VLAN_TAGS);
            }
            at += Ethernet.TAG;
            if (present < at + 2) {
                return tooShort(packet, at + 2);
            }
            type = Memory.getShortBe(data + at);
        }
        int l3 = at + 2;
        burst.etherType[i] = type;
        burst.l3[i] = l3;
        int verdict = switch (type) {
            case Burst.ETHERTYPE_IPV4 -> Ipv4Parser.parse(burst, i, packet);
            case Burst.ETHERTYPE_IPV6 -> Ipv6Parser.parse(burst, i, packet);
            default -> {
                burst.ipLength[i] = Packet.length(packet) - l3;
                yield Verdict.OPEN;
            }
        };
        if (verdict == Verdict.OPEN && Packet.length(packet) > l3 + burst.ipLength[i]) {
            long rest = Packet.truncate(packet, l3 + burst.ipLength[i]);
            if (rest != 0) {
                surplus.add(rest);
            }
        }
        return verdict;
    }

    /** The verdict for a packet whose first {@code needed} bytes are not all in its first segment. */
    static int tooShort(long packet, int needed) {
        return Verdict.drop(Packet.length(packet) >= needed ? Reason.HEADERS_NOT_CONTIGUOUS : Reason.TRUNCATED);
    }
}
