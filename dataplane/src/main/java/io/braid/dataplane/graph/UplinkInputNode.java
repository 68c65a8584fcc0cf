package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.flow.AddressTable;

/**
 * Decides where a packet that came in by an uplink goes: neighbor tables, a task, the host's punt port, or nowhere.
 *
 * <p>Only exact addresses are let in: a task's IPs and NIC addresses, the uplinks' own, and the link-local multicast the host's kernel needs.
 */
public final class UplinkInputNode {
    private static final int ETHERTYPE_LLDP = 0x88cc;

    private final ArpNode arp;
    private final NeighborDiscoveryNode discovery;

    public UplinkInputNode(ArpNode arp, NeighborDiscoveryNode discovery) {
        this.arp = arp;
        this.discovery = discovery;
    }

    public void run(Burst burst, ForwardingTable table, UplinkEntry uplink) {
        for (int i = 0; i < burst.count(); i++) {
            if (burst.verdict[i] == Verdict.OPEN) {
                burst.verdict[i] = decide(burst, i, table, uplink);
            }
        }
    }

    private int decide(Burst burst, int i, ForwardingTable table, UplinkEntry uplink) {
        long frame = Packet.data(burst.packet(i));
        if (!burst.has(i, Burst.GROUP_FRAME) && Ethernet.mac(frame) != uplink.mac()) {
            return Verdict.drop(Reason.NOT_OUR_MAC);
        }
        if (Ethernet.mac(frame + Ethernet.SOURCE_OFFSET) == uplink.mac()) {
            return Verdict.drop(Reason.OWN_SOURCE_MAC);
        }
        return switch (burst.etherType[i]) {
            case Burst.ETHERTYPE_IPV4 -> decide4(burst, i, table, uplink);
            case Burst.ETHERTYPE_IPV6 -> decide6(burst, i, table, uplink);
            case Burst.ETHERTYPE_ARP -> arp.uplink(burst, i, uplink);
            case ETHERTYPE_LLDP -> punt(burst, i, uplink);
            default -> Verdict.drop(Reason.UNKNOWN_ETHERTYPE);
        };
    }

    private static int decide4(Burst burst, int i, ForwardingTable table, UplinkEntry uplink) {
        long ip = burst.l3Address(i);
        int destination = Memory.getIntBe(ip + Ip.V4_DESTINATION);
        int source = Memory.getIntBe(ip + Ip.V4_SOURCE);
        if (Ip.isMartianSource4(source)) {
            return Verdict.drop(Reason.MARTIAN_SOURCE);
        }
        if (Ip.isMulticastOrBroadcast4(destination)) {
            return Ip.isLinkLocalMulticast4(destination)
                    ? punt(burst, i, uplink)
                    : Verdict.drop(Reason.MULTICAST_NOT_FORWARDED);
        }
        if (Ip.isMartianDestination4(destination)) {
            return Verdict.drop(Reason.MARTIAN_DESTINATION);
        }
        if (burst.has(i, Burst.GROUP_FRAME)) {
            return Verdict.drop(Reason.UNICAST_IN_BROADCAST_FRAME);
        }
        int endpoint = table.addresses().ipv4(destination);
        if (endpoint == AddressTable.MISSING) {
            return Verdict.drop(Reason.NO_SUCH_DESTINATION);
        }
        if (isTask(table.addresses().ipv4(source))) {
            return Verdict.drop(Reason.SOURCE_IS_LOCAL);
        }
        if (burst.has(i, Burst.ICMP_ERROR) && !burst.has(i, Burst.FRAGMENT)) {
            endpoint = IcmpQuote.deliver4(burst, i, table.addresses(), endpoint);
            if (endpoint == AddressTable.MISSING) {
                return Verdict.drop(Reason.BAD_ICMP_QUOTE);
            }
        }
        if (Endpoint.isTask(endpoint) && Ip.isLinkLocal4(source)) {
            return Verdict.drop(Reason.LINK_LOCAL_NOT_FORWARDED);
        }
        int rogue = Endpoint.isTask(endpoint) ? RogueMessages.check4(burst, i) : Verdict.OPEN;
        return rogue == Verdict.OPEN ? deliver(burst, i, table, endpoint) : rogue;
    }

    private int decide6(Burst burst, int i, ForwardingTable table, UplinkEntry uplink) {
        if (NeighborDiscoveryNode.handles(burst, i)) {
            return discovery.uplink(burst, i, uplink);
        }
        long ip = burst.l3Address(i);
        long high = Memory.getLongBe(ip + Ip.V6_DESTINATION);
        long low = Memory.getLongBe(ip + Ip.V6_DESTINATION + 8);
        if (Ip.isMulticast6(high)) {
            return Ip.isLinkLocalMulticast6(high)
                    ? punt(burst, i, uplink)
                    : Verdict.drop(Reason.MULTICAST_NOT_FORWARDED);
        }
        long sourceHigh = Memory.getLongBe(ip + Ip.V6_SOURCE);
        long sourceLow = Memory.getLongBe(ip + Ip.V6_SOURCE + 8);
        if (Ip.isMartianSource6(sourceHigh, sourceLow)) {
            return Verdict.drop(Reason.MARTIAN_SOURCE);
        }
        if (Ip.isMartianDestination6(high, low)) {
            return Verdict.drop(Reason.MARTIAN_DESTINATION);
        }
        if (burst.has(i, Burst.GROUP_FRAME)) {
            return Verdict.drop(Reason.UNICAST_IN_BROADCAST_FRAME);
        }
        if (Ip.isLinkLocal6(high)) {
            return uplink.addresses().has6(high, low)
                    ? punt(burst, i, uplink)
                    : Verdict.drop(Reason.NO_SUCH_DESTINATION);
        }
        int endpoint = table.addresses().ipv6(high, low);
        if (endpoint == AddressTable.MISSING) {
            return Verdict.drop(Reason.NO_SUCH_DESTINATION);
        }
        if (isTask(table.addresses().ipv6(sourceHigh, sourceLow))) {
            return Verdict.drop(Reason.SOURCE_IS_LOCAL);
        }
        if (burst.has(i, Burst.ICMP_ERROR) && !burst.has(i, Burst.FRAGMENT)) {
            endpoint = IcmpQuote.deliver6(burst, i, table.addresses(), endpoint);
            if (endpoint == AddressTable.MISSING) {
                return Verdict.drop(Reason.BAD_ICMP_QUOTE);
            }
        }
        if (Endpoint.isTask(endpoint) && Ip.isLinkLocal6(sourceHigh)) {
            return Verdict.drop(Reason.LINK_LOCAL_NOT_FORWARDED);
        }
        int rogue = Endpoint.isTask(endpoint) ? RogueMessages.check6(burst, i) : Verdict.OPEN;
        return rogue == Verdict.OPEN ? deliver(burst, i, table, endpoint) : rogue;
    }

    private static boolean isTask(int endpoint) {
        return endpoint != AddressTable.MISSING && Endpoint.isTask(endpoint);
    }

    private static int deliver(Burst burst, int i, ForwardingTable table, int endpoint) {
        int index = Endpoint.index(endpoint);
        if (Endpoint.isTask(endpoint)) {
            burst.hop[i] = ForwardingTable.taskHop(endpoint);
            return Verdict.FORWARD;
        }
        UplinkEntry owner = table.uplink(index);
        if (owner.puntPort() >= 0 && burst.ipLength[i] > owner.puntMtu()) {
            // Too large for the tap: let it be fragmented, or the sender be told (RFC 1191, RFC 8201).
            burst.hop[i] = ForwardingTable.puntHop(index);
            return Verdict.FORWARD;
        }
        // The address may be another uplink's, whose tap takes frames for its own MAC address only.
        Ethernet.putMac(Packet.data(burst.packet(i)), owner.mac());
        return punt(burst, i, owner);
    }

    /** To the host's kernel, as it came. */
    static int punt(Burst burst, int i, UplinkEntry uplink) {
        if (uplink.puntPort() < 0) {
            return Verdict.drop(Reason.NO_SUCH_DESTINATION);
        }
        return burst.ipLength[i] > uplink.puntMtu()
                ? Verdict.drop(Reason.PACKET_TOO_BIG)
                : Verdict.send(uplink.puntPort());
    }
}
