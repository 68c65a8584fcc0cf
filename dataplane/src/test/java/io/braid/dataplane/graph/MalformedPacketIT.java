package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Malformed input: every kind ends under the reason that names it, on the uplink side and on the task side. */
class MalformedPacketIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final int L3 = 14;

    private static PacketBuilder udp4() {
        return World.in4(0).udp(1000, 2000, Bytes.payload(40));
    }

    private static PacketBuilder udp6() {
        return World.in6(0).udp(1000, 2000, Bytes.payload(40));
    }

    @Test
    void aFrameCutAtAnyByteIsTruncatedOrOfBadLength() {
        List<byte[]> frames = List.of(
                World.in4(0).vlan(0x8100, 7).tcp(1, 2, Bytes.payload(9)).build(),
                World.in4(0).options(1, 1, 1, 0).sctp(1, 2, Bytes.payload(8)).build(),
                World.in6(0)
                        .extension(60, new byte[16])
                        .udp(1, 2, Bytes.payload(9))
                        .build(),
                World.in6(0).icmp(128, 0, 0x10001, Bytes.payload(9)).build());
        for (byte[] frame : frames) {
            for (int length = 0; length < frame.length; length++) {
                assertEquals(List.of(), inject(0, Arrays.copyOf(frame, length)), "cut to " + length);
            }
        }
        assertEquals(Set.of(Reason.TRUNCATED, Reason.BAD_IP_LENGTH), ended().keySet());
    }

    @Test
    void aPacketWhoseLengthFieldCutsItsPortsIsTruncated() {
        for (int present = 0; present < 20; present++) {
            byte[] ports = Bytes.payload(present);
            assertEnds(
                    Reason.TRUNCATED,
                    0,
                    World.in4(0).raw(6, ports).build(),
                    World.in6(0).raw(6, ports).build());
            if (present < 12) {
                assertEnds(Reason.TRUNCATED, 0, World.in4(0).raw(132, ports).build());
            }
            if (present < 8) {
                assertEnds(
                        Reason.TRUNCATED,
                        0,
                        World.in4(0).raw(17, ports).build(),
                        World.in6(0).raw(17, ports).build(),
                        World.in4(0).raw(1, ports).build(),
                        World.in6(0).raw(58, ports).build());
            }
        }
    }

    @Test
    void bytesBehindThePacketAreCutOff() {
        byte[] plain = udp4().build();
        byte[] padded = udp4().trailer(Bytes.payload(30)).build();
        assertBytes(Oracle.forwarded(plain, World.taskMac(0), World.braidMac(0)), assertSent(TASK, 0, padded));
        byte[] six = udp6().trailer(Bytes.payload(1)).build();
        assertBytes(Oracle.forwarded(udp6().build(), World.taskMac(0), World.braidMac(0)), assertSent(TASK, 0, six));
    }

    @Test
    void paddingInSegmentsOfItsOwnIsGivenBack() {
        byte[] padded = udp4().trailer(Bytes.payload(60)).build();
        int end = padded.length - 60;
        for (int cut : new int[] {end - 5, end, end + 7}) {
            List<Sent> out = injectPackets(world.table(), 0, chained(padded, cut, end + 20));
            assertBytes(
                    Oracle.forwarded(udp4().build(), World.taskMac(0), World.braidMac(0)),
                    out.getFirst().bytes());
            assertEquals(0, pool.inUse());
        }
    }

    @Test
    void wrongVersion() {
        assertEnds(
                Reason.BAD_IP_VERSION,
                0,
                udp4().version(6).build(),
                udp4().version(0).build());
        assertEnds(
                Reason.BAD_IP_VERSION,
                0,
                udp6().version(4).build(),
                udp6().version(15).build());
    }

    @Test
    void wrongHeaderLength() {
        for (int words = 0; words < 5; words++) {
            assertEnds(Reason.BAD_IP_HEADER_LENGTH, 0, udp4().headerWords(words).build());
        }
        assertEnds(
                Reason.BAD_IP_LENGTH,
                0,
                World.in4(0).headerWords(15).raw(253, new byte[39]).build());
    }

    @Test
    void wrongTotalLength() {
        int right = 20 + 8 + 40;
        assertEnds(
                Reason.BAD_IP_LENGTH,
                0,
                udp4().length(0).build(),
                udp4().length(19).build(),
                udp4().length(right + 1).build(),
                udp4().length(65535).build(),
                udp6().length(49).build(),
                udp6().length(65535).build());
        // A jumbogram (RFC 2675) announces a payload length of 0.
        assertEnds(
                Reason.BAD_IP_LENGTH,
                0,
                World.in6(0)
                        .extension(0, Bytes.of(0, 0, 0xc2, 4, 0, 1, 0, 0))
                        .udp(1, 2, new byte[8])
                        .length(0)
                        .build());
    }

    @Test
    void everyWrongHeaderChecksumBit() {
        byte[] frame = udp4().options(1, 1, 1, 0).build();
        for (int bit = 0; bit < 16; bit++) {
            assertEnds(
                    Reason.BAD_IP_CHECKSUM,
                    0,
                    Bytes.patch(frame, L3 + 10 + bit / 8, frame[L3 + 10 + bit / 8] ^ (1 << bit % 8)));
        }
        assertEnds(Reason.BAD_IP_CHECKSUM, 0, Bytes.patch(frame, L3 + 20, 0));
    }

    @Test
    void loopingAndOverlongOptions() {
        int[][] bad = {
            {7, 0, 0, 0}, // length 0: a loop that stands still
            {7, 1, 0, 0},
            {7, 5, 0, 0},
            {1, 1, 1, 7}, // no room for the length
            {1, 7, 4, 0},
            {7, 4, 4, 0, 7, 255, 0, 0},
        };
        for (int[] options : bad) {
            assertEnds(Reason.BAD_IP_OPTION, 0, udp4().options(options).build());
            assertEnds(
                    Reason.BAD_IP_OPTION,
                    TASK,
                    World.out4(0).options(options).udp(1, 2, new byte[8]).build());
        }
    }

    @Test
    void sourceRoutes() {
        int[] loose = {131, 7, 4, 192, 0, 2, 9, 0};
        int[] strict = {1, 137, 7, 4, 192, 0, 2, 9};
        assertEnds(
                Reason.SOURCE_ROUTED,
                0,
                udp4().options(loose).build(),
                udp4().options(strict).build());
        assertEnds(
                Reason.SOURCE_ROUTED,
                TASK,
                World.out4(0).options(loose).udp(1, 2, new byte[8]).build());
        // RFC 5095: whether or not segments are left.
        byte[] type0 = new byte[24];
        type0[1] = 2;
        type0[3] = 1;
        assertEnds(
                Reason.SOURCE_ROUTED,
                0,
                World.in6(0).extension(43, type0).udp(1, 2, new byte[8]).build());
        assertEnds(
                Reason.SOURCE_ROUTED,
                TASK,
                World.out6(0).extension(43, type0).udp(1, 2, new byte[8]).build());
    }

    @Test
    void badFragments() {
        assertEnds(
                Reason.BAD_FRAGMENT,
                0,
                World.in4(0).fragment(0, true).raw(17, new byte[17]).build(),
                World.in4(0).fragment(8, false).raw(17, new byte[0]).build(),
                World.in4(0).fragment(65528, false).raw(17, new byte[16]).build(),
                World.in6(0).fragment(0, true).raw(17, new byte[17]).build(),
                World.in6(0).fragment(8, true).raw(17, new byte[0]).build(),
                World.in6(0).fragment(65528, false).raw(17, new byte[16]).build());
    }

    @Test
    void vlanTags() {
        for (int tpid : new int[] {0x8100, 0x88a8, 0x9100}) {
            PacketBuilder tagged = World.in4(0).vlan(tpid, 5).vlan(0x8100, 6).vlan(0x8100, 7);
            assertEnds(
                    Reason.TOO_MANY_VLAN_TAGS, 0, tagged.udp(1, 2, new byte[8]).build());
        }
        assertEnds(
                Reason.TRUNCATED,
                0,
                Bytes.slice(World.in4(0).vlan(0x8100, 5).udp(1, 2, new byte[8]).build(), 0, 17));
    }

    @Test
    void headersSpreadOverBuffers() {
        byte[] four =
                World.in4(0).options(1, 1, 1, 0).tcp(1, 2, Bytes.payload(50)).build();
        byte[] six = World.in6(0)
                .extension(60, new byte[8])
                .tcp(1, 2, Bytes.payload(50))
                .build();
        long cuts = 0;
        for (byte[] frame : List.of(four, six)) {
            int headers = frame.length - 50;
            for (int cut = 1; cut < headers; cut++) {
                injectPackets(world.table(), 0, chained(frame, cut));
                cuts++;
            }
        }
        assertEquals(cuts, ended().getOrDefault(Reason.HEADERS_NOT_CONTIGUOUS, 0L));
        assertTrue(sent.isEmpty());
    }

    @Test
    void unknownTypesAndStrangeMacs() {
        assertEnds(
                Reason.UNKNOWN_ETHERTYPE,
                0,
                udp4().etherType(0x8847).build(),
                udp4().etherType(46).build());
        assertEnds(
                Reason.UNKNOWN_ETHERTYPE, TASK, World.out4(0).etherType(0x88cc).build());
        assertEnds(
                Reason.NOT_OUR_MAC,
                0,
                udp4().macs(World.uplinkMac(1), World.gatewayMac(0)).build());
        assertEnds(
                Reason.NOT_OUR_MAC,
                TASK,
                World.out4(0).macs(World.braidMac(1), World.taskMac(0)).build());
        assertEnds(
                Reason.OWN_SOURCE_MAC,
                0,
                udp4().macs(World.uplinkMac(0), World.uplinkMac(0)).build());
        assertEnds(
                Reason.OWN_SOURCE_MAC,
                TASK,
                World.out4(0).macs(World.braidMac(0), World.braidMac(0)).build());
        assertEnds(
                Reason.GROUP_SOURCE_MAC,
                0,
                udp4().macs(World.uplinkMac(0), Ethernet.BROADCAST).build(),
                udp6().macs(World.uplinkMac(0), 0x3333_0000_0001L).build());
        assertEnds(
                Reason.UNICAST_IN_BROADCAST_FRAME,
                0,
                udp4().macs(Ethernet.BROADCAST, World.gatewayMac(0)).build(),
                udp6().macs(0x3333_0000_0001L, World.gatewayMac(0)).build());
        assertEnds(
                Reason.UNICAST_IN_BROADCAST_FRAME,
                TASK,
                World.out4(0).macs(Ethernet.BROADCAST, World.taskMac(0)).build(),
                World.out6(0).macs(Ethernet.BROADCAST, World.taskMac(0)).build());
    }

    @Test
    void aPortWithoutARole() {
        assertEnds(Reason.PORT_GONE, World.NOBODYS_PORT, udp4().build());
    }
}
