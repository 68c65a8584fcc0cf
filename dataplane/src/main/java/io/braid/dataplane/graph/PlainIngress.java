package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.flow.AddressTable;
import org.jspecify.annotations.Nullable;

/**
 * Takes the plain packets of an uplink's burst all the way to their task's port in one pass; the others stay {@link Verdict#OPEN} for the nodes of the graph.
 *
 * <p>It does to a packet exactly what {@link ParseNode}, {@link UplinkInputNode} and {@link ForwardNode} would, and only where these would forward it unchanged in all but addresses and
 * TTL: nothing is dropped, answered or punted here. So what it is worth is time alone; {@code PlainPathIT} holds it against the nodes. What is
 * plain is nearly all of a task's traffic, and one pass with everything in registers takes a fraction of what the nodes take with everything in columns.
 *
 * <p>The worker's thread only; allocates nothing.
 */
final class PlainIngress {
    /** The last destination that was looked up, of this burst, and the way to it: most packets of a burst go where the one before went. */
    private int destination4;

    private @Nullable Hop hop4;
    private long destinationHigh;
    private long destinationLow;
    private @Nullable Hop hop6;

    /** Returns how many packets are still open. */
    int run(Burst burst, ForwardingTable table, UplinkEntry uplink) {
        AddressTable addresses = table.addresses();
        long own = PlainFrame.word(uplink.mac());
        int count = burst.count();
        hop4 = null;
        hop6 = null;
        int open = 0;
        for (int i = 0; i < count; i++) {
            long packet = burst.packet(i);
            long data = Packet.data(packet);
            int present = Packet.dataLength(packet);
            int verdict = Verdict.OPEN;
            if (present >= PlainIpv4.LEAST && present == Packet.length(packet) && PlainFrame.isFor(data, own)) {
                if (PlainIpv4.is(data)) {
                    verdict = ipv4(table, addresses, packet, data, present);
                } else if (present >= PlainIpv6.LEAST && PlainIpv6.is(data)) {
                    verdict = ipv6(table, addresses, packet, data, present);
                }
            }
            burst.verdict[i] = verdict;
            open += verdict == Verdict.OPEN ? 1 : 0;
        }
        return open;
    }

    private int ipv4(ForwardingTable table, AddressTable addresses, long mbuf, long start, int present) {
        long packet = Memory.inRange(mbuf);
        long data = Memory.inRange(start);
        int source = PlainIpv4.source(data);
        if (!PlainIpv4.accepts(data, present)
                || PlainIpv4.isOdd(source)
                || PlainIpv4.isRogue(PlainIpv4.protocol(data), PlainIpv4.ports(data))
                || isTask(addresses.ipv4(source))) {
            return Verdict.OPEN;
        }
        int destination = PlainIpv4.destination(data);
        int length = PlainIpv4.length(data);
        Hop hop = hop4;
        if (hop == null || destination != destination4) {
            hop = hop(table, addresses.ipv4(destination));
            hop4 = hop;
            destination4 = destination;
        }
        if (hop == null || hop.mac4() == 0 || length > hop.mtu()) {
            return Verdict.OPEN;
        }
        PlainFrame.trim(packet, Ethernet.HEADER + length);
        PlainIpv4.age(data);
        return PlainFrame.send(packet, data, hop, hop.mac4());
    }

    private int ipv6(ForwardingTable table, AddressTable addresses, long mbuf, long start, int present) {
        long packet = Memory.inRange(mbuf);
        long data = Memory.inRange(start);
        long sourceHigh = PlainIpv6.sourceHigh(data);
        if (!PlainIpv6.accepts(data, present)
                || PlainIpv6.isOdd(sourceHigh)
                || PlainIpv6.isRogue(PlainIpv6.protocol(data), PlainIpv6.ports(data))
                || isTask(addresses.ipv6(sourceHigh, PlainIpv6.sourceLow(data)))) {
            return Verdict.OPEN;
        }
        long high = PlainIpv6.destinationHigh(data);
        long low = PlainIpv6.destinationLow(data);
        int length = PlainIpv6.length(data);
        Hop hop = hop6;
        if (hop == null || high != destinationHigh || low != destinationLow) {
            hop = hop(table, addresses.ipv6(high, low));
            hop6 = hop;
            destinationHigh = high;
            destinationLow = low;
        }
        if (hop == null || hop.mac6() == 0 || length > hop.mtu()) {
            return Verdict.OPEN;
        }
        PlainFrame.trim(packet, Ethernet.HEADER + length);
        PlainIpv6.age(data);
        return PlainFrame.send(packet, data, hop, hop.mac6());
    }

    private static @Nullable Hop hop(ForwardingTable table, int endpoint) {
        return isTask(endpoint) ? table.hop(ForwardingTable.taskHop(endpoint)) : null;
    }

    private static boolean isTask(int endpoint) {
        return endpoint != AddressTable.MISSING && Endpoint.isTask(endpoint);
    }
}
