package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/**
 * Answers IPv6 neighbor solicitations (RFC 4861) on both sides, as {@link ArpNode} does for IPv4, and passes on what neighbors of an uplink advertise.
 *
 * <p>Router advertisements go to the host's kernel. Router solicitations and redirects have no one here to act on them.
 */
public final class NeighborDiscoveryNode {
    private static final int HOP_LIMIT = 255;
    private static final int TARGET = 8;
    private static final int BASE_LENGTH = 24;
    private static final int OPTION_SOURCE_LINK_LAYER = 1;
    private static final int OPTION_TARGET_LINK_LAYER = 2;
    private static final int LINK_LAYER_OPTION_LENGTH = 8;
    private static final int ROUTER = 0x80;
    private static final int SOLICITED = 0x40;
    private static final int OVERRIDE = 0x20;
    private static final long ALL_NODES_HIGH = 0xff02_0000_0000_0000L;
    private static final long ALL_NODES_LOW = 1;
    private static final long ALL_NODES_MAC = 0x3333_0000_0001L;
    private static final long SOLICITED_NODE_LOW = 0x0000_0001_ff00_0000L;

    private final NeighborListener listener;

    public NeighborDiscoveryNode(NeighborListener listener) {
        this.listener = listener;
    }

    /** Whether packet {@code i}, an IPv6 one, is a neighbor discovery message. With a fragment header it is none (RFC 6980). */
    static boolean handles(Burst burst, int i) {
        return burst.protocol[i] == Ip.ICMPV6
                && !burst.has(i, Burst.FRAGMENT_HEADER)
                && Icmp.isNeighborDiscovery(Memory.getByte(burst.l4Address(i)));
    }

    int uplink(Burst burst, int i, UplinkEntry uplink) {
        if (!valid(burst, i)) {
            return Verdict.drop(Reason.BAD_NEIGHBOR_MESSAGE);
        }
        long message = burst.l4Address(i);
        return switch (Memory.getByte(message)) {
            case Icmp.V6_NEIGHBOR_SOLICITATION -> solicited(burst, i, message, uplink);
            case Icmp.V6_NEIGHBOR_ADVERTISEMENT -> advertised(burst, i, message, uplink);
            case Icmp.V6_ROUTER_ADVERTISEMENT -> routerAdvertised(burst, i, uplink);
            default -> Verdict.drop(Reason.NEIGHBOR_NOT_FOR_US);
        };
    }

    /** For the host's kernel; one that is addressed to a task is for nobody. */
    private static int routerAdvertised(Burst burst, int i, UplinkEntry uplink) {
        long destination = burst.l3Address(i) + Ip.V6_DESTINATION;
        long high = Memory.getLongBe(destination);
        return Ip.isMulticast6(high) || uplink.addresses().has6(high, Memory.getLongBe(destination + 8))
                ? UplinkInputNode.punt(burst, i, uplink)
                : Verdict.drop(Reason.ROUTER_MESSAGE);
    }

    private int solicited(Burst burst, int i, long message, UplinkEntry uplink) {
        long high = Memory.getLongBe(message + TARGET);
        long low = Memory.getLongBe(message + TARGET + 8);
        long ip = burst.l3Address(i);
        long sourceHigh = Memory.getLongBe(ip + Ip.V6_SOURCE);
        long sourceLow = Memory.getLongBe(ip + Ip.V6_SOURCE + 8);
        if (uplink.addresses().has6(sourceHigh, sourceLow)) {
            return Verdict.drop(Reason.ADDRESS_CONFLICT);
        }
        if (!uplink.addresses().has6(high, low)) {
            return Verdict.drop(Reason.NEIGHBOR_NOT_FOR_US);
        }
        long mac = option(burst, i, OPTION_SOURCE_LINK_LAYER);
        if ((sourceHigh | sourceLow) != 0 && mac != 0) {
            listener.ipv6(uplink.index(), sourceHigh, sourceLow, mac, false);
        }
        return advertise(burst, i, uplink.mac(), 0);
    }

    private int advertised(Burst burst, int i, long message, UplinkEntry uplink) {
        long high = Memory.getLongBe(message + TARGET);
        long low = Memory.getLongBe(message + TARGET + 8);
        if (uplink.addresses().has6(high, low)) {
            return Verdict.drop(Reason.ADDRESS_CONFLICT);
        }
        long ip = burst.l3Address(i);
        boolean toUs = uplink.addresses()
                .has6(Memory.getLongBe(ip + Ip.V6_DESTINATION), Memory.getLongBe(ip + Ip.V6_DESTINATION + 8));
        boolean answer = (Memory.getByte(message + 4) & SOLICITED) != 0 && toUs && !burst.has(i, Burst.GROUP_FRAME);
        long mac = option(burst, i, OPTION_TARGET_LINK_LAYER);
        if (mac == 0) {
            // RFC 4861 section 4.4: the option may be left out of an answer to a unicast solicitation.
            mac = Ethernet.mac(Packet.data(burst.packet(i)) + Ethernet.SOURCE_OFFSET);
        }
        listener.ipv6(uplink.index(), high, low, mac, answer);
        return uplink.puntPort() < 0 ? Verdict.drop(Reason.NEIGHBOR_LEARNED) : UplinkInputNode.punt(burst, i, uplink);
    }

    int task(Burst burst, int i, TaskEntry task) {
        int type = Memory.getByte(burst.l4Address(i));
        if (type == Icmp.V6_ROUTER_ADVERTISEMENT || type == Icmp.V6_REDIRECT) {
            return Verdict.drop(Reason.ROUTER_MESSAGE); // however well made
        }
        if (!valid(burst, i)) {
            return Verdict.drop(Reason.BAD_NEIGHBOR_MESSAGE);
        }
        long message = burst.l4Address(i);
        if (Memory.getByte(message) != Icmp.V6_NEIGHBOR_SOLICITATION) {
            return Verdict.drop(
                    advertisesAnothers(message, task) ? Reason.SOURCE_NOT_OWNED : Reason.NEIGHBOR_NOT_FOR_US);
        }
        long ip = burst.l3Address(i);
        long sourceHigh = Memory.getLongBe(ip + Ip.V6_SOURCE);
        long sourceLow = Memory.getLongBe(ip + Ip.V6_SOURCE + 8);
        boolean duplicateDetection = (sourceHigh | sourceLow) == 0;
        if (duplicateDetection
                || task.addresses().has6(Memory.getLongBe(message + TARGET), Memory.getLongBe(message + TARGET + 8))) {
            return Verdict.drop(Reason.NEIGHBOR_NOT_FOR_US);
        }
        if (!Ip.isLinkLocal6(sourceHigh) && !task.addresses().has6(sourceHigh, sourceLow)) {
            return Verdict.drop(Reason.SOURCE_NOT_OWNED);
        }
        return advertise(burst, i, task.gatewayMac(), ROUTER);
    }

    /** A task may say where it is itself; link-local addresses are known to its own kernel only. */
    private static boolean advertisesAnothers(long message, TaskEntry task) {
        long high = Memory.getLongBe(message + TARGET);
        return Memory.getByte(message) == Icmp.V6_NEIGHBOR_ADVERTISEMENT
                && !Ip.isLinkLocal6(high)
                && !task.addresses().has6(high, Memory.getLongBe(message + TARGET + 8));
    }

    /** The checks of RFC 4861 sections 6.1 and 7.1 that all message types share, and the solicitation's and advertisement's own. */
    private static boolean valid(Burst burst, int i) {
        long packet = burst.packet(i);
        long ip = burst.l3Address(i);
        long message = burst.l4Address(i);
        int length = burst.l3[i] + burst.ipLength[i] - burst.l4[i];
        if (Memory.getByte(ip + Ip.V6_HOP_LIMIT) != HOP_LIMIT
                || Packet.segments(packet) != 1
                || Memory.getByte(message + 1) != 0) {
            return false;
        }
        long sum = Checksum.pseudoHeader6(ip, Ip.ICMPV6, length);
        if (Checksum.fold(Checksum.add(sum, message, length)) != 0xffff) {
            return false;
        }
        int type = Memory.getByte(message);
        if (type != Icmp.V6_NEIGHBOR_SOLICITATION && type != Icmp.V6_NEIGHBOR_ADVERTISEMENT) {
            return true; // judged by the kernel, or dropped
        }
        if (length < BASE_LENGTH
                || Ip.isMulticast6(Memory.getLongBe(message + TARGET))
                || !optionsValid(message, length)) {
            return false;
        }
        long high = Memory.getLongBe(ip + Ip.V6_DESTINATION);
        long low = Memory.getLongBe(ip + Ip.V6_DESTINATION + 8);
        if (type == Icmp.V6_NEIGHBOR_ADVERTISEMENT) {
            return !Ip.isMulticast6(high) || (Memory.getByte(message + 4) & SOLICITED) == 0;
        }
        long sourceHigh = Memory.getLongBe(ip + Ip.V6_SOURCE);
        if ((sourceHigh | Memory.getLongBe(ip + Ip.V6_SOURCE + 8)) == 0) {
            boolean solicitedNode = high == ALL_NODES_HIGH && (low & ~0xff_ffffL) == SOLICITED_NODE_LOW;
            return solicitedNode && !hasOption(message, length, OPTION_SOURCE_LINK_LAYER);
        }
        return !Ip.isMulticast6(sourceHigh);
    }

    private static boolean optionsValid(long message, int length) {
        int at = BASE_LENGTH;
        while (at < length) {
            int units = at + 1 < length ? Memory.getByte(message + at + 1) : 0;
            if (units == 0 || at + units * 8 > length) {
                return false;
            }
            at += units * 8;
        }
        return true;
    }

    /** Whether a message whose options are valid has one of a type, whatever is in it. */
    private static boolean hasOption(long message, int length, int wanted) {
        for (int at = BASE_LENGTH; at < length; at += Memory.getByte(message + at + 1) * 8) {
            if (Memory.getByte(message + at) == wanted) {
                return true;
            }
        }
        return false;
    }

    /** The MAC address in a link-layer option of a valid message, or 0 when there is none that is a station's. */
    private static long option(Burst burst, int i, int wanted) {
        long message = burst.l4Address(i);
        int length = burst.l3[i] + burst.ipLength[i] - burst.l4[i];
        int at = BASE_LENGTH;
        while (at + LINK_LAYER_OPTION_LENGTH <= length) {
            int units = Memory.getByte(message + at + 1);
            if (Memory.getByte(message + at) == wanted && units == 1) {
                long mac = Ethernet.mac(message + at + 2);
                return Ethernet.isGroup(mac) ? 0 : mac;
            }
            at += Math.max(units, 1) * 8;
        }
        return 0;
    }

    /** Makes the solicitation the advertisement that answers it (RFC 4861 section 7.2.4). */
    private static int advertise(Burst burst, int i, long ownMac, int flags) {
        long packet = burst.packet(i);
        int l3 = burst.l3[i];
        int length = BASE_LENGTH + LINK_LAYER_OPTION_LENGTH;
        int frameLength = l3 + Ip.V6_HEADER + length;
        if (frameLength > Packet.dataLength(packet) + Packet.tailroom(packet)) {
            return Verdict.drop(Reason.BAD_NEIGHBOR_MESSAGE);
        }
        long ip = burst.l3Address(i);
        long targetHigh = Memory.getLongBe(burst.l4Address(i) + TARGET);
        long targetLow = Memory.getLongBe(burst.l4Address(i) + TARGET + 8);
        long askerHigh = Memory.getLongBe(ip + Ip.V6_SOURCE);
        long askerLow = Memory.getLongBe(ip + Ip.V6_SOURCE + 8);
        // An asker without an address is told through all nodes, unsolicited.
        boolean anonymous = (askerHigh | askerLow) == 0;
        long frame = Packet.data(packet);
        long askerMac = anonymous ? ALL_NODES_MAC : Ethernet.mac(frame + Ethernet.SOURCE_OFFSET);
        Packet.setLength(packet, frameLength);
        Packet.clearOffloads(packet);
        Ethernet.putMac(frame, askerMac);
        Ethernet.putMac(frame + Ethernet.SOURCE_OFFSET, ownMac);
        Memory.putIntBe(ip, 6 << 28);
        Memory.putShortBe(ip + Ip.V6_PAYLOAD_LENGTH, length);
        Memory.putByte(ip + Ip.V6_NEXT_HEADER, Ip.ICMPV6);
        Memory.putByte(ip + Ip.V6_HOP_LIMIT, HOP_LIMIT);
        putAddress(ip + Ip.V6_SOURCE, targetHigh, targetLow);
        putAddress(
                ip + Ip.V6_DESTINATION, anonymous ? ALL_NODES_HIGH : askerHigh, anonymous ? ALL_NODES_LOW : askerLow);
        long message = ip + Ip.V6_HEADER;
        Memory.putByte(message, Icmp.V6_NEIGHBOR_ADVERTISEMENT);
        Memory.putByte(message + 1, 0);
        Memory.putShort(message + 2, 0);
        Memory.putIntBe(message + 4, (flags | OVERRIDE | (anonymous ? 0 : SOLICITED)) << 24);
        putAddress(message + TARGET, targetHigh, targetLow);
        Memory.putByte(message + BASE_LENGTH, OPTION_TARGET_LINK_LAYER);
        Memory.putByte(message + BASE_LENGTH + 1, 1);
        Ethernet.putMac(message + BASE_LENGTH + 2, ownMac);
        long sum = Checksum.pseudoHeader6(ip, Ip.ICMPV6, length);
        Memory.putShort(message + 2, ~Checksum.fold(Checksum.add(sum, message, length)) & 0xffff);
        return Verdict.send(burst.port());
    }

    private static void putAddress(long at, long high, long low) {
        Memory.putLongBe(at, high);
        Memory.putLongBe(at + 8, low);
    }
}
