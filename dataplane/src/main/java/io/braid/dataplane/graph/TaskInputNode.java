package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.flow.AddressTable;

/**
 * Checks a packet that a task sent, and decides whether it goes to a task on this host or to an uplink.
 *
 * <p>A task may use its own addresses as source and no other, so that nobody can speak for a task IP they do not own. A source that is a NIC address binds
 * the packet to that uplink; {@link Burst#hop} then holds its hop, else -1. What is for an address of this host never leaves it, bound or not, so that no way around
 * the rules of who may talk to whom leads over the switch.
 */
public final class TaskInputNode {
    private final ArpNode arp;
    private final NeighborDiscoveryNode discovery;
    private final IcmpErrorNode errors;
    private final GroupLimit groupLimit;

    TaskInputNode(ArpNode arp, NeighborDiscoveryNode discovery, IcmpErrorNode errors, GroupLimit groupLimit) {
        this.arp = arp;
        this.discovery = discovery;
        this.errors = errors;
        this.groupLimit = groupLimit;
    }

    public void run(Burst burst, ForwardingTable table, TaskEntry task) {
        for (int i = 0; i < burst.count(); i++) {
            if (burst.verdict[i] == Verdict.OPEN) {
                burst.verdict[i] = decide(burst, i, table, task);
            }
        }
    }

    private int decide(Burst burst, int i, ForwardingTable table, TaskEntry task) {
        long frame = Packet.data(burst.packet(i));
        if (!burst.has(i, Burst.GROUP_FRAME) && Ethernet.mac(frame) != task.gatewayMac()) {
            return Verdict.drop(Reason.NOT_OUR_MAC);
        }
        if (Ethernet.mac(frame + Ethernet.SOURCE_OFFSET) == task.gatewayMac()) {
            return Verdict.drop(Reason.OWN_SOURCE_MAC);
        }
        int type = burst.etherType[i];
        if ((burst.has(i, Burst.GROUP_FRAME) || type == Burst.ETHERTYPE_ARP) && !groupLimit.admits(burst.port())) {
            return Verdict.drop(Reason.TOO_MANY_GROUP_FRAMES);
        }
        return switch (type) {
            case Burst.ETHERTYPE_IPV4 -> decide4(burst, i, table, task);
            case Burst.ETHERTYPE_IPV6 -> decide6(burst, i, table, task);
            case Burst.ETHERTYPE_ARP -> arp.task(burst, i, task);
            default -> Verdict.drop(Reason.UNKNOWN_ETHERTYPE);
        };
    }

    private int decide4(Burst burst, int i, ForwardingTable table, TaskEntry task) {
        long ip = burst.l3Address(i);
        int destination = Memory.getIntBe(ip + Ip.V4_DESTINATION);
        int source = Memory.getIntBe(ip + Ip.V4_SOURCE);
        if (Ip.isMartianSource4(source)) {
            return Verdict.drop(Reason.MARTIAN_SOURCE);
        }
        int owner = table.addresses().ipv4(source);
        if (!isOwn(owner, task)) {
            return Verdict.drop(Reason.SOURCE_NOT_OWNED);
        }
        int rogue = RogueMessages.check4(burst, i);
        if (rogue != Verdict.OPEN) {
            return rogue;
        }
        if (Ip.isMulticastOrBroadcast4(destination)) {
            return Verdict.drop(Reason.MULTICAST_NOT_FORWARDED);
        }
        if (Ip.isMartianDestination4(destination)) {
            return Verdict.drop(Reason.MARTIAN_DESTINATION);
        }
        if (Ip.isLinkLocal4(destination)) {
            return Verdict.drop(Reason.LINK_LOCAL_NOT_FORWARDED);
        }
        if (burst.has(i, Burst.GROUP_FRAME)) {
            return Verdict.drop(Reason.UNICAST_IN_BROADCAST_FRAME);
        }
        return route(burst, i, table, task, table.addresses().ipv4(destination), Endpoint.boundUplink(owner));
    }

    private int decide6(Burst burst, int i, ForwardingTable table, TaskEntry task) {
        if (NeighborDiscoveryNode.handles(burst, i)) {
            boolean admitted = burst.has(i, Burst.GROUP_FRAME) || groupLimit.admits(burst.port());
            return admitted ? discovery.task(burst, i, task) : Verdict.drop(Reason.TOO_MANY_GROUP_FRAMES);
        }
        int rogue = RogueMessages.check6(burst, i);
        if (rogue != Verdict.OPEN) {
            return rogue;
        }
        long ip = burst.l3Address(i);
        long high = Memory.getLongBe(ip + Ip.V6_DESTINATION);
        long low = Memory.getLongBe(ip + Ip.V6_DESTINATION + 8);
        // Before the source check: a kernel reports its multicast groups from :: and link-local sources, which is no
        // spoofing.
        if (Ip.isMulticast6(high)) {
            return Verdict.drop(Reason.MULTICAST_NOT_FORWARDED);
        }
        long sourceHigh = Memory.getLongBe(ip + Ip.V6_SOURCE);
        long sourceLow = Memory.getLongBe(ip + Ip.V6_SOURCE + 8);
        if (Ip.isMartianSource6(sourceHigh, sourceLow)) {
            return Verdict.drop(Reason.MARTIAN_SOURCE);
        }
        if (Ip.isLinkLocal6(sourceHigh) || Ip.isLinkLocal6(high)) {
            return Verdict.drop(Reason.LINK_LOCAL_NOT_FORWARDED);
        }
        int owner = table.addresses().ipv6(sourceHigh, sourceLow);
        if (!isOwn(owner, task)) {
            return Verdict.drop(Reason.SOURCE_NOT_OWNED);
        }
        if (Ip.isMartianDestination6(high, low)) {
            return Verdict.drop(Reason.MARTIAN_DESTINATION);
        }
        if (burst.has(i, Burst.GROUP_FRAME)) {
            return Verdict.drop(Reason.UNICAST_IN_BROADCAST_FRAME);
        }
        return route(burst, i, table, task, table.addresses().ipv6(high, low), Endpoint.boundUplink(owner));
    }

    private static boolean isOwn(int owner, TaskEntry task) {
        return owner != AddressTable.MISSING && Endpoint.isTask(owner) && Endpoint.index(owner) == task.index();
    }

    private int route(Burst burst, int i, ForwardingTable table, TaskEntry task, int destination, int boundUplink) {
        if (destination == AddressTable.MISSING) {
            burst.hop[i] = boundUplink < 0 ? -1 : ForwardingTable.uplinkHop(boundUplink);
            return Verdict.ROUTE;
        }
        return Endpoint.isTask(destination)
                ? toTask(burst, i, table, task, destination)
                : toHost(burst, i, table, task, ForwardingTable.puntHop(Endpoint.index(destination)));
    }

    private int toTask(Burst burst, int i, ForwardingTable table, TaskEntry task, int destination) {
        int number = ForwardingTable.taskHop(destination);
        TaskEntry other = table.task(Endpoint.index(destination));
        if (other != null && other.circle() != task.circle()) {
            return refuse(burst, i, table, number, Reason.LOCAL_TRAFFIC_REFUSED);
        }
        burst.hop[i] = number;
        return Verdict.FORWARD;
    }

    private int toHost(Burst burst, int i, ForwardingTable table, TaskEntry task, int number) {
        if (!task.host().permits(burst, i)) {
            return refuse(burst, i, table, number, Reason.HOST_TRAFFIC_REFUSED);
        }
        burst.hop[i] = number;
        return Verdict.FORWARD;
    }

    private int refuse(Burst burst, int i, ForwardingTable table, int number, Reason reason) {
        Hop hop = table.hop(number);
        return hop == null ? Verdict.drop(reason) : errors.prohibited(burst, i, table, hop, reason);
    }
}
