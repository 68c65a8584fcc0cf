package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/**
 * Answers ARP (RFC 826) on both sides: for an uplink's own addresses, and for every address but the task's own towards a task, which thus needs no more
 * than a default route. What neighbors of an uplink say is passed on to the {@link NeighborListener}, and replies and
 * announcements also to the host's kernel.
 *
 * <pre>
 *   0      2      4     5     6      8           14         18          24
 *   │ type │ proto│ 6   │ 4   │ op   │ sender MAC│ sender IP│ target MAC│ target IP │
 * </pre>
 */
public final class ArpNode {
    private static final int LENGTH = 28;
    private static final long ETHERNET_IPV4 = 0x0001_0800_0604L;
    private static final int OPERATION = 6;
    private static final int SENDER_MAC = 8;
    private static final int SENDER_IP = 14;
    private static final int TARGET_MAC = 18;
    private static final int TARGET_IP = 24;
    private static final int REQUEST = 1;
    private static final int REPLY = 2;

    private final NeighborListener listener;

    public ArpNode(NeighborListener listener) {
        this.listener = listener;
    }

    int uplink(Burst burst, int i, UplinkEntry uplink) {
        long arp = burst.l3Address(i);
        if (!present(burst, i)) {
            return ParseNode.tooShort(burst.packet(i), burst.l3[i] + LENGTH);
        }
        if (!wellFormed(arp)) {
            return Verdict.drop(Reason.BAD_ARP);
        }
        int sender = Memory.getIntBe(arp + SENDER_IP);
        int target = Memory.getIntBe(arp + TARGET_IP);
        long mac = Ethernet.mac(arp + SENDER_MAC);
        if (uplink.addresses().has4(sender)) {
            return Verdict.drop(Reason.ADDRESS_CONFLICT);
        }
        // RFC 5227 section 3: a request whose sender asks for itself tells a new MAC address, as a gateway does that
        // takes over; it is heard like a reply.
        boolean announcement = sender == target && sender != 0;
        if (Memory.getShortBe(arp + OPERATION) == REQUEST && !announcement) {
            if (!uplink.addresses().has4(target)) {
                return Verdict.drop(Reason.ARP_NOT_FOR_US);
            }
            if (sender != 0) {
                listener.ipv4(uplink.index(), sender, mac, false);
            }
            return reply(burst, i, arp, uplink.mac());
        }
        boolean toUs = !burst.has(i, Burst.GROUP_FRAME) && uplink.addresses().has4(target);
        listener.ipv4(uplink.index(), sender, mac, toUs);
        return uplink.puntPort() < 0 ? Verdict.drop(Reason.NEIGHBOR_LEARNED) : Verdict.send(uplink.puntPort());
    }

    int task(Burst burst, int i, TaskEntry task) {
        long arp = burst.l3Address(i);
        if (!present(burst, i)) {
            return ParseNode.tooShort(burst.packet(i), burst.l3[i] + LENGTH);
        }
        if (!wellFormed(arp)) {
            return Verdict.drop(Reason.BAD_ARP);
        }
        int sender = Memory.getIntBe(arp + SENDER_IP);
        int target = Memory.getIntBe(arp + TARGET_IP);
        if (sender != 0 && !task.addresses().has4(sender)) {
            return Verdict.drop(Reason.SOURCE_NOT_OWNED); // whatever it says: it says it for somebody else
        }
        // An answer to a probe for the task's own address (RFC 5227) would tell it that the address is taken.
        if (Memory.getShortBe(arp + OPERATION) != REQUEST
                || sender == 0
                || task.addresses().has4(target)) {
            return Verdict.drop(Reason.ARP_NOT_FOR_US);
        }
        return reply(burst, i, arp, task.gatewayMac());
    }

    private static boolean present(Burst burst, int i) {
        return Packet.dataLength(burst.packet(i)) >= burst.l3[i] + LENGTH;
    }

    private static boolean wellFormed(long arp) {
        if (Memory.getLongBe(arp) >>> 16 != ETHERNET_IPV4) {
            return false;
        }
        int operation = Memory.getShortBe(arp + OPERATION);
        int sender = Memory.getIntBe(arp + SENDER_IP);
        long mac = Ethernet.mac(arp + SENDER_MAC);
        boolean probe = sender == 0 && operation == REQUEST;
        return (operation == REQUEST || operation == REPLY)
                && mac != 0
                && !Ethernet.isGroup(mac)
                && (probe || !Ip.isMartianSource4(sender));
    }

    /** Makes the request its own reply. */
    private static int reply(Burst burst, int i, long arp, long ownMac) {
        long requester = Ethernet.mac(arp + SENDER_MAC);
        int requesterIp = Memory.getIntBe(arp + SENDER_IP);
        int ownIp = Memory.getIntBe(arp + TARGET_IP);
        Memory.putShortBe(arp + OPERATION, REPLY);
        Ethernet.putMac(arp + SENDER_MAC, ownMac);
        Memory.putIntBe(arp + SENDER_IP, ownIp);
        Ethernet.putMac(arp + TARGET_MAC, requester);
        Memory.putIntBe(arp + TARGET_IP, requesterIp);
        long frame = Packet.data(burst.packet(i));
        Ethernet.putMac(frame, requester);
        Ethernet.putMac(frame + Ethernet.SOURCE_OFFSET, ownMac);
        Packet.clearOffloads(burst.packet(i));
        return Verdict.send(burst.port());
    }
}
