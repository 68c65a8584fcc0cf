package io.braid.dataplane.neighbor;

import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import java.nio.ByteBuffer;

/**
 * Builds the ARP (RFC 826, RFC 5227) and neighbor discovery (RFC 4861) messages that Braid sends of its own accord, as whole Ethernet frames. MAC addresses
 * are the low 48 bits of a {@code long}.
 */
public final class NeighborFrames {
    private static final long BROADCAST = 0xffff_ffff_ffffL;
    private static final int ETHERNET_HEADER = 14;
    private static final int ARP_LENGTH = 28;
    private static final int IPV6_HEADER = 40;
    private static final int MESSAGE_LENGTH = 32; // 24 bytes and one link-layer option
    private static final int MIN_FRAME = 60;
    private static final int ICMPV6 = 58;
    private static final int SOLICITATION = 135;
    private static final int ADVERTISEMENT = 136;
    private static final int OVERRIDE = 0x20;
    private static final int SOURCE_LINK_LAYER = 1;
    private static final int TARGET_LINK_LAYER = 2;
    private static final long SOLICITED_NODE_HIGH = 0xff02_0000_0000_0000L;
    private static final long SOLICITED_NODE_LOW = 0x0000_0001_ff00_0000L;
    private static final long IPV6_MULTICAST_MAC = 0x3333_0000_0000L;
    private static final Ipv6Address ALL_NODES = new Ipv6Address(SOLICITED_NODE_HIGH, 1);

    private NeighborFrames() {}

    /** Asks who has {@code target}: everyone, or only {@code knownMac} when that is not 0. */
    public static byte[] arpRequest(long ownMac, Ipv4Address own, Ipv4Address target, long knownMac) {
        return arp(knownMac == 0 ? BROADCAST : knownMac, ownMac, own, target);
    }

    /** Announces {@code own} to everyone: a request for one's own address, which all stations understand (RFC 5227 section 3). */
    public static byte[] gratuitousArp(long ownMac, Ipv4Address own) {
        return arp(BROADCAST, ownMac, own, own);
    }

    private static byte[] arp(long destination, long ownMac, Ipv4Address own, Ipv4Address target) {
        var frame = ByteBuffer.allocate(Math.max(MIN_FRAME, ETHERNET_HEADER + ARP_LENGTH));
        putEthernet(frame, destination, ownMac, 0x0806);
        frame.putInt(0x0001_0800).putShort((short) 0x0604).putShort((short) 1);
        putMac(frame, ownMac).putInt(own.bits());
        putMac(frame, 0).putInt(target.bits());
        return frame.array();
    }

    /** Asks who has {@code target}: its solicited-node group, or only {@code knownMac} when that is not 0. */
    public static byte[] neighborSolicitation(long ownMac, Ipv6Address own, Ipv6Address target, long knownMac) {
        Ipv6Address destination = knownMac == 0
                ? new Ipv6Address(SOLICITED_NODE_HIGH, SOLICITED_NODE_LOW | (target.low() & 0xff_ffffL))
                : target;
        long mac = knownMac == 0 ? IPV6_MULTICAST_MAC | (destination.low() & 0xffff_ffffL) : knownMac;
        return message(mac, ownMac, own, destination, SOLICITATION, 0, target, SOURCE_LINK_LAYER);
    }

    /** Announces {@code own} to all nodes (RFC 4861 section 7.2.6). */
    public static byte[] unsolicitedAdvertisement(long ownMac, Ipv6Address own) {
        return message(IPV6_MULTICAST_MAC | 1, ownMac, own, ALL_NODES, ADVERTISEMENT, OVERRIDE, own, TARGET_LINK_LAYER);
    }

    private static byte[] message(
            long destinationMac,
            long ownMac,
            Ipv6Address source,
            Ipv6Address destination,
            int type,
            int flags,
            Ipv6Address target,
            int option) {
        var frame = ByteBuffer.allocate(ETHERNET_HEADER + IPV6_HEADER + MESSAGE_LENGTH);
        putEthernet(frame, destinationMac, ownMac, 0x86dd);
        frame.putInt(6 << 28)
                .putShort((short) MESSAGE_LENGTH)
                .put((byte) ICMPV6)
                .put((byte) 255);
        putAddress(frame, source);
        putAddress(frame, destination);
        frame.put((byte) type).put((byte) 0).putShort((short) 0).putInt(flags << 24);
        putAddress(frame, target);
        frame.put((byte) option).put((byte) 1);
        putMac(frame, ownMac);
        int at = ETHERNET_HEADER + IPV6_HEADER;
        frame.putShort(at + 2, (short) checksum(frame));
        return frame.array();
    }

    /** The ICMPv6 checksum over the pseudo-header (RFC 8200 section 8.1) and the message. */
    private static int checksum(ByteBuffer frame) {
        long sum = MESSAGE_LENGTH + ICMPV6;
        for (int at = ETHERNET_HEADER + 8; at < frame.capacity(); at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (int) ~sum & 0xffff;
    }

    private static void putEthernet(ByteBuffer frame, long destination, long source, int type) {
        putMac(frame, destination);
        putMac(frame, source);
        frame.putShort((short) type);
    }

    private static ByteBuffer putMac(ByteBuffer frame, long mac) {
        return frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    private static void putAddress(ByteBuffer frame, Ipv6Address address) {
        frame.putLong(address.high()).putLong(address.low());
    }
}
