package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;

/**
 * What a task may send to the host it runs on, whose kernel has the uplinks' own addresses: its BGP port is there, and whatever else listens.
 *
 * <p>By each packet's headers alone, without a memory of connections: what tells an answer is what TCP itself goes by.
 */
public enum HostTraffic {
    /** Anything. */
    ALL {
        @Override
        boolean permits(Burst burst, int i) {
            return true;
        }
    },
    /** Pings, and segments of TCP connections that the host opened: with ACK or RST. A kernel answers any other of these with RST. */
    ANSWERS {
        @Override
        boolean permits(Burst burst, int i) {
            int protocol = burst.protocol[i];
            if (protocol == Ip.TCP) {
                // The flags of a fragment may be in another one, and then be overwritten (RFC 3128).
                return !burst.has(i, Burst.FRAGMENT)
                        && (Memory.getByte(burst.l4Address(i) + TCP_FLAGS) & (ACK | RST)) != 0;
            }
            boolean ipv4 = burst.isIpv4(i);
            if (protocol != (ipv4 ? Ip.ICMP : Ip.ICMPV6)) {
                return false;
            }
            if (burst.has(i, Burst.LATER_FRAGMENT)) {
                return true;
            }
            return burst.l4[i] < Packet.dataLength(burst.packet(i))
                    && (burst.has(i, Burst.ICMP_ERROR) || Icmp.isEcho(ipv4, Memory.getByte(burst.l4Address(i))));
        }
    },
    /** Nothing. */
    NONE {
        @Override
        boolean permits(Burst burst, int i) {
            return false;
        }
    };

    private static final int TCP_FLAGS = 13;
    private static final int RST = 4;
    private static final int ACK = 16;

    /** Whether packet {@code i}, from a task to an address of the host, may pass. */
    abstract boolean permits(Burst burst, int i);
}
