package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** ICMP errors Braid makes: byte by byte, how much they quote, when there must be none, and how many there may be. */
class IcmpErrorIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final byte[] DATA = Bytes.payload(64);
    private static final long SECOND = 1_000_000_000L;

    /** The error an uplink's sender gets. */
    private static byte[] expected(int uplink, byte[] original, int type, int code, int word) {
        boolean ipv4 = Bytes.u8(original, 0) >>> 4 == 4;
        int max = ipv4 ? 576 - 28 : 1280 - 48;
        byte[] quote = Bytes.slice(original, 0, Math.min(max, original.length));
        PacketBuilder error = ipv4
                ? PacketBuilder.ipv4(World.uplink4(uplink), World.REMOTE4)
                        .trafficClass(0xc0)
                        .id(0)
                        .dontFragment()
                : PacketBuilder.ipv6(World.uplink6(uplink), World.REMOTE6);
        return error.macs(World.gatewayMac(uplink), World.uplinkMac(uplink))
                .icmp(type, code, word, quote)
                .build();
    }

    private void assertError(PacketBuilder packet, int type, int code, int word) {
        byte[] error = assertSent(1, 1, packet.build());
        assertBytes(expected(1, packet.packet(), type, code, word), error);
        assertEquals("", Oracle.fault(error));
    }

    @Test
    void timeExceededForTtlZeroAndOne() {
        for (int ttl : new int[] {0, 1}) {
            assertError(World.in4(1).ttl(ttl).udp(1, 2, DATA), 11, 0, 0);
            assertError(World.in4(1).ttl(ttl).options(148, 4, 0, 0).tcp(1, 2, DATA), 11, 0, 0);
            assertError(World.in4(1).ttl(ttl).vlan(0x88a8, 1).vlan(0x8100, 2).icmp(8, 0, 1, DATA), 11, 0, 0);
            assertError(World.in4(1).ttl(ttl).fragment(0, true).raw(17, DATA), 11, 0, 0);
            assertError(World.in6(1).ttl(ttl).udp(1, 2, DATA), 3, 0, 0);
            assertError(
                    World.in6(1)
                            .ttl(ttl)
                            .vlan(0x8100, 2)
                            .extension(60, new byte[8])
                            .icmp(128, 0, 1, DATA),
                    3,
                    0,
                    0);
            assertError(World.in6(1).ttl(ttl).fragment(64, false).raw(17, DATA), 3, 0, 0);
        }
        assertEquals(14, ended().get(Reason.TTL_EXPIRED));
        assertEquals(14, total(Counters.GENERATED));
    }

    @Test
    void paddingIsNotQuoted() {
        PacketBuilder packet = World.in4(1).ttl(1).udp(1, 2, new byte[4]);
        byte[] plain = packet.packet();
        byte[] error = assertSent(1, 1, packet.trailer(new byte[14]).build());
        assertBytes(expected(1, plain, 11, 0, 0), error);
    }

    @Test
    void quotesAreCutAtTheLimits() {
        for (int payload : new int[] {519, 520, 521, 1400}) {
            assertError(World.in4(1).ttl(1).udp(1, 2, Bytes.payload(payload)), 11, 0, 0);
        }
        for (int payload : new int[] {1183, 1184, 1185, 1400}) {
            assertError(World.in6(1).ttl(1).udp(1, 2, Bytes.payload(payload)), 3, 0, 0);
        }
        assertEquals(576 + 14, sent.get(3).bytes().length);
        assertEquals(1280 + 14, sent.get(7).bytes().length);
    }

    @Test
    void scatteredPacketsAreQuotedFromTheirFirstBufferAndGivenBack() {
        PacketBuilder packet = World.in4(1).ttl(1).udp(1, 2, Bytes.payload(1000));
        List<Sent> out = injectPackets(world.table(), 1, chained(packet.build(), 314, 600, 900));
        assertBytes(
                expected(1, Bytes.slice(packet.packet(), 0, 300), 11, 0, 0),
                out.getFirst().bytes());
        out = injectPackets(world.table(), 1, chained(packet.build(), 700, 900));
        assertBytes(expected(1, packet.packet(), 11, 0, 0), out.getFirst().bytes());
    }

    @Test
    void oversizeIsAnsweredWithTheMtu() {
        world.taskMtu = 1400;
        assertError(World.in4(1).dontFragment().udp(1, 2, Bytes.payload(1373)), 3, 4, 1400);
        assertError(World.in4(1).dontFragment().fragment(0, true).raw(17, Bytes.payload(1384)), 3, 4, 1400);
        assertError(World.in6(1).udp(1, 2, Bytes.payload(1353)), 2, 0, 1400);
        assertError(World.in6(1).extension(60, new byte[8]).tcp(1, 2, Bytes.payload(1333)), 2, 0, 1400);
        assertEquals(4, ended().get(Reason.PACKET_TOO_BIG));
        byte[] fits = World.in4(1).dontFragment().udp(1, 2, Bytes.payload(1372)).build();
        assertSent(TASK, 1, fits);
        assertSent(TASK, 1, World.in6(1).udp(1, 2, Bytes.payload(1352)).build());
    }

    @Test
    void aTaskIsToldByTheUplinkItsPacketWouldHaveTaken() {
        for (int u = 0; u < World.UPLINKS; u++) {
            PacketBuilder four = World.out4(0).from(World.nic4(0, u)).ttl(1).udp(1, 2, DATA);
            byte[] expected4 = PacketBuilder.ipv4(World.uplink4(u), World.nic4(0, u))
                    .macs(World.taskMac(0), World.braidMac(0))
                    .trafficClass(0xc0)
                    .id(0)
                    .dontFragment()
                    .icmp(11, 0, 0, four.packet())
                    .build();
            assertBytes(expected4, assertSent(TASK, TASK, four.build()));
            PacketBuilder six = World.out6(0).from(World.nic6(0, u)).udp(1, 2, Bytes.payload(1453));
            byte[] expected6 = PacketBuilder.ipv6(World.uplink6(u), World.nic6(0, u))
                    .macs(World.taskMac(0), World.braidMac(0))
                    .icmp(2, 0, 1500, Bytes.slice(six.packet(), 0, 1232))
                    .build();
            assertBytes(expected6, assertSent(TASK, TASK, six.build()));
        }
    }

    @Test
    void noErrorAboutWhatMustNotCauseOne() {
        byte[] quoted = World.out4(0).udp(1, 2, DATA).packet();
        byte[] quoted6 = World.out6(0).udp(1, 2, DATA).packet();
        for (int type : new int[] {3, 4, 11, 12}) {
            assertEnds(
                    Reason.TTL_EXPIRED,
                    1,
                    World.in4(1).ttl(1).icmp(type, 0, 0, quoted).build());
        }
        for (int type : new int[] {1, 2, 3, 4, 100, 127}) {
            assertEnds(
                    Reason.TTL_EXPIRED,
                    1,
                    World.in6(1).ttl(1).icmp(type, 0, 0, quoted6).build());
        }
        // A later fragment, and fragments that may belong to an ICMP error.
        assertEnds(
                Reason.TTL_EXPIRED,
                1,
                World.in4(1).ttl(1).fragment(64, false).raw(17, DATA).build(),
                World.in4(1).ttl(1).fragment(0, true).raw(1, DATA).build(),
                World.in6(1).ttl(1).fragment(64, false).raw(58, DATA).build());
        world.taskMtu = 1280;
        assertEnds(
                Reason.PACKET_TOO_BIG,
                1,
                World.in4(1)
                        .dontFragment()
                        .fragment(64, false)
                        .raw(17, new byte[1300])
                        .build());
        assertEquals(0, total(Counters.GENERATED));
    }

    @Test
    void anotherFamilysIcmpNumberIsNoIcmp() {
        assertError(World.in4(1).ttl(1).raw(58, Bytes.join(Bytes.of(3, 4, 0, 0), DATA)), 11, 0, 0);
        assertError(World.in6(1).ttl(1).raw(1, Bytes.join(Bytes.of(3, 4, 0, 0), DATA)), 3, 0, 0);
        byte[] four = World.in4(1)
                .raw(58, Bytes.join(Bytes.of(1, 0, 0, 0), new byte[4]))
                .build();
        assertBytes(Oracle.forwarded(four, World.taskMac(0), World.braidMac(0)), assertSent(TASK, 1, four));
    }

    @Test
    void errorsAreLimitedAndTheSuppressedOnesCounted() {
        clockStopped = true;
        now += 10 * SECOND;
        byte[][] frames = new byte[50][];
        java.util.Arrays.fill(frames, World.in4(1).ttl(1).udp(1, 2, DATA).build());
        int errors = 0;
        for (int n = 0; n < 4; n++) {
            errors += inject(1, frames).size();
        }
        assertEquals(100, errors);
        assertEquals(100, counters.get(1, Counters.ERRORS_SUPPRESSED));
        assertEquals(200, ended().get(Reason.TTL_EXPIRED), "each is counted, told or not");
        now += SECOND / 100;
        assertEquals(10, inject(1, frames).size(), "a thousand a second");
        assertEquals(0, inject(1, frames).size());
        byte[] elsewhere = World.in4(2).ttl(1).udp(1, 2, DATA).build();
        assertEquals(1, inject(2, elsewhere).size(), "each port has a limit of its own");
    }

    @Test
    void withoutAnAddressOrRoomThereIsNoError() {
        long packet = packet(World.in4(1).ttl(1).udp(1, 2, DATA).build());
        // A driver that leaves no headroom.
        byte[] frame = io.braid.dpdk.Packet.bytes(packet);
        io.braid.dpdk.Packet.prepend(packet, io.braid.dpdk.Packet.headroom(packet));
        io.braid.dpdk.Packet.setBytes(packet, frame);
        assertEquals(List.of(), injectPackets(world.table(), 1, packet));
        assertEquals(1, ended().get(Reason.TTL_EXPIRED));
    }

    @Test
    void errorsAboutTheBurstsPacketsKeepTheirPlace() {
        UnaryOperator<PacketBuilder> body = b -> b.udp(1, 2, DATA);
        List<Sent> out = inject(
                1,
                body.apply(World.in4(1)).build(),
                body.apply(World.in4(1).ttl(1)).build(),
                body.apply(World.in4(1).to("10.100.0.99")).build(),
                body.apply(World.in6(1).ttl(1)).build(),
                body.apply(World.in6(1)).build());
        assertEquals(List.of(TASK, 1, 1, TASK), out.stream().map(Sent::port).toList());
    }
}
