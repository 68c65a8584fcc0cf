package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketOffloads;
import io.braid.flow.AddressTable;
import io.braid.flow.FlowBurst;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowKey;
import org.jspecify.annotations.Nullable;

/**
 * Takes the plain packets of a task's burst to their uplinks: reads the flow of each in a first pass, and rewrites it in a second, when {@link PathNode} has found its path in between. The others
 * stay {@link Verdict#OPEN} for the nodes of the graph; what {@link PlainIngress} says about these holds here too.
 *
 * <p>Of a task's packets those are plain that come from a task IP of its own, ask for no offload, and go to an address that is not of this host.
 *
 * <p>The worker's thread only; allocates nothing.
 */
final class PlainEgress {
    private static final int TCP_FLAGS = 13;

    private final RoutedFlows routed;
    private final FlowBurst flows;
    private final FlowHash hash;
    /** The last source of this burst that was found to be the task's own: most packets have the source of the one before. */
    private int own4;

    private boolean known4;
    private long ownHigh;
    private long ownLow;
    private boolean known6;

    PlainEgress(PathNode path) {
        this.routed = path.routed();
        this.flows = routed.flows;
        this.hash = path.hash();
    }

    /** The first pass; returns how many packets are still open. */
    int read(Burst burst, ForwardingTable table, TaskEntry task) {
        long own = PlainFrame.word(task.gatewayMac());
        boolean unfinished = task.unfinished();
        int most = table.leastUplinkMtu();
        int count = burst.count();
        known4 = false;
        known6 = false;
        int open = 0;
        for (int i = 0; i < count; i++) {
            long packet = burst.packet(i);
            long data = Packet.data(packet);
            int present = Packet.dataLength(packet);
            boolean plain = false;
            if (present >= PlainIpv4.LEAST
                    && present == Packet.length(packet)
                    && PlainFrame.isFor(data, own)
                    && !(unfinished && PacketOffloads.isUnfinished(packet))) {
                if (PlainIpv4.is(data)) {
                    plain = ipv4(table.addresses(), task.index(), i, packet, data, present, most);
                } else if (present >= PlainIpv6.LEAST && PlainIpv6.is(data)) {
                    plain = ipv6(table.addresses(), task.index(), i, packet, data, present, most);
                }
            }
            burst.verdict[i] = plain ? Verdict.PLAIN : Verdict.OPEN;
            open += plain ? 0 : 1;
        }
        return open;
    }

    private boolean ipv4(AddressTable addresses, int task, int i, long mbuf, long start, int present, int most) {
        long packet = Memory.inRange(mbuf);
        long data = Memory.inRange(start);
        int source = PlainIpv4.source(data);
        int destination = PlainIpv4.destination(data);
        int protocol = PlainIpv4.protocol(data);
        int ports = PlainIpv4.ports(data);
        int length = PlainIpv4.length(data);
        if (!PlainIpv4.accepts(data, present)
                || length > most
                || PlainIpv4.isOdd(source)
                || PlainIpv4.isOdd(destination)
                || PlainIpv4.isRogue(protocol, ports)
                || !isOwn(addresses, task, source)
                || addresses.ipv4(destination) != AddressTable.MISSING) {
            return false;
        }
        PlainFrame.trim(packet, Ethernet.HEADER + length);
        int f = routed.add(i);
        long key = FlowKey.ipv4(source, destination);
        long transport = FlowKey.transport(protocol, ports);
        flows.addresses[f] = key;
        note(f, transport, hash.ofKey(key, transport), length, protocol, PlainIpv4.layer4(data));
        return true;
    }

    private boolean ipv6(AddressTable addresses, int task, int i, long mbuf, long start, int present, int most) {
        long packet = Memory.inRange(mbuf);
        long data = Memory.inRange(start);
        long sourceHigh = PlainIpv6.sourceHigh(data);
        long sourceLow = PlainIpv6.sourceLow(data);
        long destinationHigh = PlainIpv6.destinationHigh(data);
        long destinationLow = PlainIpv6.destinationLow(data);
        int protocol = PlainIpv6.protocol(data);
        int ports = PlainIpv6.ports(data);
        int length = PlainIpv6.length(data);
        if (!PlainIpv6.accepts(data, present)
                || length > most
                || PlainIpv6.isOdd(sourceHigh)
                || PlainIpv6.isOdd(destinationHigh)
                || PlainIpv6.isRogue(protocol, ports)
                || !isOwn(addresses, task, sourceHigh, sourceLow)
                || addresses.ipv6(destinationHigh, destinationLow) != AddressTable.MISSING) {
            return false;
        }
        PlainFrame.trim(packet, Ethernet.HEADER + length);
        int f = routed.add(i);
        long key = hash.ipv6AddressWord(sourceHigh, sourceLow, destinationHigh, destinationLow);
        long transport = FlowKey.IPV6 | FlowKey.transport(protocol, ports);
        flows.addresses[f] = key;
        flows.sourceHigh[f] = sourceHigh;
        flows.sourceLow[f] = sourceLow;
        flows.destinationHigh[f] = destinationHigh;
        flows.destinationLow[f] = destinationLow;
        note(f, transport, hash.ofKey(key, transport), length, protocol, PlainIpv6.layer4(data));
        return true;
    }

    private boolean isOwn(AddressTable addresses, int task, int source) {
        if (known4 && source == own4) {
            return true;
        }
        known4 = addresses.ipv4(source) == Endpoint.taskIp(task);
        own4 = source;
        return known4;
    }

    private boolean isOwn(AddressTable addresses, int task, long high, long low) {
        if (known6 && high == ownHigh && low == ownLow) {
            return true;
        }
        known6 = addresses.ipv6(high, low) == Endpoint.taskIp(task);
        ownHigh = high;
        ownLow = low;
        return known6;
    }

    private void note(int f, long transport, long flowHash, int length, int protocol, long layer4) {
        flows.transport[f] = transport;
        flows.hash[f] = flowHash;
        flows.bytes[f] = Ethernet.HEADER + length;
        flows.tcpFlags[f] = protocol == Ip.TCP ? Memory.getByte(layer4 + TCP_FLAGS) : 0;
    }

    /** The second pass: over the hop that {@link PathNode} gave each plain packet. */
    void send(Burst burst, ForwardingTable table) {
        int count = burst.count();
        for (int i = 0; i < count; i++) {
            if (burst.verdict[i] == Verdict.PLAIN) {
                burst.verdict[i] = sendOne(burst.packet(i), table.hop(burst.hop[i]));
            }
        }
    }

    private static int sendOne(long packet, @Nullable Hop hop) {
        long data = Packet.data(packet);
        boolean ipv4 = PlainIpv4.is(data);
        if (hop == null || !hop.usable(ipv4)) {
            return Verdict.drop(Reason.PORT_GONE);
        }
        if (ipv4) {
            PlainIpv4.age(data);
        } else {
            PlainIpv6.age(data);
        }
        return PlainFrame.send(packet, data, hop, ipv4 ? hop.mac4() : hop.mac6());
    }
}
