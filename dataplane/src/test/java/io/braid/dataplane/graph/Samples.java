package io.braid.dataplane.graph;

import java.util.List;

/** Valid frames of every kind the graph knows, as starting points for mutation and as a corpus. */
final class Samples {
    private static final byte[] DATA = Bytes.payload(48);
    /** A whole SCTP DATA chunk (RFC 9260 section 3.3.1) with four bytes of data. */
    private static final byte[] CHUNK = Bytes.of(0, 3, 0, 20, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4);

    private Samples() {}

    /** What may come in by an uplink. */
    static List<byte[]> uplink(int u) {
        byte[] quote4 = World.out4(0).tcp(1, 2, DATA).packet();
        byte[] quote6 = World.out6(0).tcp(1, 2, DATA).packet();
        return List.of(
                World.in4(u).tcp(1, 2, DATA).build(),
                World.in4(u).vlan(0x8100, 1).udp(1, 2, DATA).build(),
                World.in4(u).vlan(0x88a8, 1).vlan(0x8100, 2).sctp(1, 2, CHUNK).build(),
                World.in4(u)
                        .options(148, 4, 0, 0, 7, 7, 4, 0, 0, 0, 0, 0)
                        .udp(1, 2, DATA)
                        .build(),
                World.in4(u).udp(1, 2, Bytes.payload(1600)).build(),
                World.in4(u).dontFragment().udp(1, 2, Bytes.payload(1600)).build(),
                World.in4(u).fragment(0, true).raw(17, DATA).build(),
                World.in4(u).fragment(512, false).raw(17, DATA).build(),
                World.in4(u).ttl(1).icmp(8, 0, 77, DATA).build(),
                World.in4(u).icmp(3, 4, 1400, quote4).build(),
                World.in4(u).to(World.uplink4(u)).tcp(179, 2, DATA).build(),
                World.in4(u)
                        .to(World.uplink4((u + 1) % World.UPLINKS))
                        .udp(1, 2, DATA)
                        .build(),
                World.in6(u).tcp(1, 2, DATA).build(),
                World.in6(u).vlan(0x8100, 1).udp(1, 2, DATA).build(),
                World.in6(u)
                        .extension(0, new byte[8])
                        .extension(60, new byte[16])
                        .sctp(1, 2, CHUNK)
                        .build(),
                World.in6(u).fragment(0, true).raw(17, DATA).build(),
                World.in6(u).fragment(512, false).raw(17, DATA).build(),
                World.in6(u).ttl(1).icmp(128, 0, 77, DATA).build(),
                World.in6(u).icmp(2, 0, 1400, quote6).build(),
                World.in6(u).udp(1, 2, Bytes.payload(1600)).build(),
                World.in6(u).to(World.uplink6(u)).tcp(179, 2, DATA).build(),
                solicitation(World.gateway6(u), World.uplink6(u), World.gatewayMac(u)),
                PacketBuilder.ipv6(World.gateway6(u), World.uplink6(u))
                        .macs(World.uplinkMac(u), World.gatewayMac(u))
                        .ttl(255)
                        .icmp(136, 0, 0x60000000, linkLayer(World.gateway6(u), 2, World.gatewayMac(u)))
                        .build(),
                arp(World.gatewayMac(u), 1, World.gateway4(u), World.uplink4(u)),
                arp(World.gatewayMac(u), 2, World.gateway4(u), World.uplink4(u)));
    }

    /** What task {@code t} may send. */
    static List<byte[]> task(int t) {
        byte[] quote4 = World.in4(0).udp(1, 2, DATA).packet();
        byte[] quote6 = World.in6(0).udp(1, 2, DATA).packet();
        return List.of(
                World.out4(t).tcp(1, 2, DATA).build(),
                World.out4(t).vlan(0x8100, 1).udp(1, 2, DATA).build(),
                World.out4(t)
                        .from(World.nic4(t, 1))
                        .options(148, 4, 0, 0)
                        .sctp(1, 2, CHUNK)
                        .build(),
                World.out4(t).udp(1, 2, Bytes.payload(2600)).build(),
                World.out4(t).dontFragment().udp(1, 2, Bytes.payload(1600)).build(),
                World.out4(t).ttl(0).udp(1, 2, DATA).build(),
                World.out4(t).icmp(3, 3, 0, quote4).build(),
                World.out4(t).fragment(512, true).raw(17, DATA).build(),
                World.out4(t).to(World.task4(1 - t)).tcp(1, 2, DATA).build(),
                World.out4(t).to(World.uplink4(0)).tcp(1, 2, DATA).build(),
                World.out6(t).tcp(1, 2, DATA).build(),
                World.out6(t)
                        .extension(0, new byte[8])
                        .extension(43, Bytes.of(0, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
                        .udp(1, 2, DATA)
                        .build(),
                World.out6(t).from(World.nic6(t, 2)).icmp(128, 0, 5, DATA).build(),
                World.out6(t).icmp(1, 4, 0, quote6).build(),
                World.out6(t).ttl(1).udp(1, 2, DATA).build(),
                World.out6(t).udp(1, 2, Bytes.payload(1600)).build(),
                World.out6(t).to(World.task6(1 - t)).tcp(1, 2, DATA).build(),
                solicitation(World.task6(t), "fe80::1", World.taskMac(t)),
                arp(World.taskMac(t), 1, World.task4(t), "10.0.0.1"));
    }

    private static byte[] solicitation(String from, String target, long mac) {
        return PacketBuilder.ipv6(from, "ff02::1:ff00:1")
                .macs(0x3333_ff00_0001L, mac)
                .ttl(255)
                .icmp(135, 0, 0, linkLayer(target, 1, mac))
                .build();
    }

    private static byte[] linkLayer(String target, int option, long mac) {
        return Bytes.join(Bytes.address(target), Bytes.of(option, 1), Bytes.mac(mac));
    }

    private static byte[] arp(long from, int operation, String sender, String target) {
        return Bytes.join(
                Bytes.mac(Ethernet.BROADCAST),
                Bytes.mac(from),
                Bytes.of(8, 6, 0, 1, 8, 0, 6, 4, 0, operation),
                Bytes.mac(from),
                Bytes.address(sender),
                Bytes.mac(0),
                Bytes.address(target));
    }
}
