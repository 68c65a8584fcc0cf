package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** IPv6 neighbor discovery on both sides: answers byte by byte, and each check of RFC 4861 sections 7.1.1 and 7.1.2. */
class NeighborDiscoveryIT extends GraphTestBase {
    private static final long US = World.uplinkMac(0);
    private static final long GATEWAY = World.gatewayMac(0);
    private static final int TASK = World.taskPort(0);
    private static final int SOLICITATION = 135;
    private static final int ADVERTISEMENT = 136;
    private static final int ROUTER = 0x80000000;
    private static final int SOLICITED = 0x40000000;
    private static final int OVERRIDE = 0x20000000;
    private static final String HEARD = "0 20010db800000000:0 20000000110 ";
    private static final String UNSOLICITED = HEARD + "unsolicited";

    private static byte[] option(int type, long mac) {
        return Bytes.join(Bytes.of(type, 1), Bytes.mac(mac));
    }

    private static byte[] body(String target, byte[]... options) {
        return Bytes.join(Bytes.address(target), Bytes.join(options));
    }

    /** A solicitation by the gateway to the uplink's solicited-node group. */
    private static PacketBuilder asks(String target, byte[]... options) {
        return PacketBuilder.ipv6(World.gateway6(0), "ff02::1:ff00:1")
                .macs(0x3333_ff00_0001L, GATEWAY)
                .ttl(255)
                .icmp(SOLICITATION, 0, 0, body(target, options));
    }

    /** An advertisement by the gateway to the uplink. */
    private static PacketBuilder tells(int flags, String target, byte[]... options) {
        return PacketBuilder.ipv6(World.gateway6(0), World.uplink6(0))
                .macs(US, GATEWAY)
                .ttl(255)
                .icmp(ADVERTISEMENT, 0, flags, body(target, options));
    }

    private static PacketBuilder taskAsks(String source, String target) {
        return PacketBuilder.ipv6(source, "ff02::1:ff00:1")
                .macs(0x3333_ff00_0001L, World.taskMac(0))
                .ttl(255)
                .icmp(SOLICITATION, 0, 0, body(target, option(1, World.taskMac(0))));
    }

    private static byte[] answer(long to, long from, String target, String asker, int flags) {
        return PacketBuilder.ipv6(target, asker)
                .macs(to, from)
                .ttl(255)
                .icmp(ADVERTISEMENT, 0, flags, body(target, option(2, from)))
                .build();
    }

    @Test
    void aSolicitationForTheUplinkIsAnswered() {
        for (String target : new String[] {World.uplink6(0), World.linkLocal6(0)}) {
            assertBytes(
                    answer(GATEWAY, US, target, World.gateway6(0), SOLICITED | OVERRIDE),
                    assertSent(0, 0, asks(target, option(1, GATEWAY)).build()));
        }
        assertEquals(List.of(UNSOLICITED, UNSOLICITED), heard);
        // By unicast, without an option, as neighbors check reachability.
        byte[] unicast =
                asks(World.uplink6(0)).to(World.uplink6(0)).macs(US, GATEWAY).build();
        assertBytes(
                answer(GATEWAY, US, World.uplink6(0), World.gateway6(0), SOLICITED | OVERRIDE),
                assertSent(0, 0, unicast));
        assertEquals(2, heard.size(), "without an option there is nothing to learn");
    }

    @Test
    void anAnswerCanBeLongerThanItsQuestionAndReplacesExtensionHeaders() {
        byte[] nonce = Bytes.of(14, 1, 1, 2, 3, 4, 5, 6);
        byte[] expected = answer(GATEWAY, US, World.uplink6(0), World.gateway6(0), SOLICITED | OVERRIDE);
        assertBytes(
                expected,
                assertSent(
                        0, 0, asks(World.uplink6(0), nonce, option(1, GATEWAY)).build()));
        byte[] extended = asks(World.uplink6(0), option(1, GATEWAY))
                .extension(60, Bytes.of(0, 0, 1, 4, 0, 0, 0, 0))
                .build();
        assertBytes(expected, assertSent(0, 0, extended));
        byte[] padded = asks(World.uplink6(0)).trailer(new byte[9]).build();
        assertBytes(expected, assertSent(0, 0, padded));
    }

    @Test
    void duplicateAddressDetectionIsAnsweredToAllNodes() {
        byte[] frame = asks(World.uplink6(0)).from("::").build();
        assertBytes(answer(0x3333_0000_0001L, US, World.uplink6(0), "ff02::1", OVERRIDE), assertSent(0, 0, frame));
        assertEquals(List.of(), heard);
    }

    @Test
    void solicitationsForOthersAreIgnored() {
        assertEnds(
                Reason.NEIGHBOR_NOT_FOR_US,
                0,
                asks("2001:db8::9", option(1, GATEWAY)).build(),
                asks(World.uplink6(1), option(1, GATEWAY)).build(),
                asks(World.task6(0), option(1, GATEWAY)).build());
        assertEquals(List.of(), heard);
    }

    @Test
    void anAnswerToUsIsLearnedAndShownToTheHost() {
        byte[] frame = tells(ROUTER | SOLICITED | OVERRIDE, World.gateway6(0), option(2, GATEWAY))
                .build();
        assertBytes(frame, assertSent(World.punt(0), 0, frame));
        world.punts = false;
        assertEnds(Reason.NEIGHBOR_LEARNED, 0, frame);
        // RFC 4861 section 4.4: a unicast answer may leave the option out.
        assertEnds(
                Reason.NEIGHBOR_LEARNED, 0, tells(SOLICITED, World.gateway6(0)).build());
        assertEquals(List.of(HEARD + "solicited"), heard.stream().distinct().toList());
        assertEquals(3, heard.size());
    }

    @Test
    void whatNobodyAskedForIsMarkedUnsolicited() {
        byte[] option = option(2, GATEWAY);
        byte[][] unasked = {
            tells(OVERRIDE, World.gateway6(0), option).build(),
            tells(OVERRIDE, World.gateway6(0), option)
                    .to("ff02::1")
                    .macs(0x3333_0000_0001L, GATEWAY)
                    .build(),
            tells(SOLICITED, World.gateway6(0), option).to("2001:db8::9").build(),
            tells(SOLICITED, World.gateway6(0), option)
                    .macs(Ethernet.BROADCAST, GATEWAY)
                    .build(),
        };
        for (byte[] frame : unasked) {
            assertBytes(frame, assertSent(World.punt(0), 0, frame));
        }
        assertEquals(List.of(UNSOLICITED), heard.stream().distinct().toList());
        assertEquals(unasked.length, heard.size());
    }

    @Test
    void whoeverClaimsOurAddressIsReportedAndNotBelieved() {
        assertEnds(
                Reason.ADDRESS_CONFLICT,
                0,
                tells(SOLICITED | OVERRIDE, World.uplink6(0), option(2, GATEWAY))
                        .build(),
                tells(OVERRIDE, World.linkLocal6(0), option(2, GATEWAY))
                        .to("ff02::1")
                        .build(),
                asks(World.gateway6(0), option(1, GATEWAY))
                        .from(World.uplink6(0))
                        .build());
        assertEquals(List.of(), heard);
    }

    @Test
    void checksOfSolicitations() {
        byte[] link = option(1, GATEWAY);
        String us = World.uplink6(0);
        assertEnds(
                Reason.BAD_NEIGHBOR_MESSAGE,
                0,
                asks(us, link).ttl(254).build(),
                asks(us, link).wrongLayer4Checksum().build(),
                asks(us, link).icmp(SOLICITATION, 1, 0, body(us, link)).build(),
                asks(us).icmp(SOLICITATION, 0, 0, Bytes.slice(Bytes.address(us), 0, 15))
                        .build(),
                asks("ff02::1", link).build(),
                asks(us, new byte[8]).build(), // an option of length 0
                asks(us, Bytes.of(1, 2, 2, 0, 0, 0, 1, 16)).build(), // an option that runs past the message
                asks(us, link, Bytes.of(1)).build(),
                asks(us).from("::").to(us).build(), // :: asks by multicast only
                asks(us, link).from("::").build(), // and has no link-layer address to tell
                asks(us, option(1, Ethernet.BROADCAST)).from("::").build(),
                asks(us, link).from("ff02::1").build());
        assertEquals(List.of(), heard);
    }

    @Test
    void checksOfAdvertisements() {
        byte[] link = option(2, GATEWAY);
        String gateway = World.gateway6(0);
        assertEnds(
                Reason.BAD_NEIGHBOR_MESSAGE,
                0,
                tells(SOLICITED, gateway, link).ttl(64).build(),
                tells(SOLICITED, gateway, link).wrongLayer4Checksum().build(),
                tells(SOLICITED, gateway, link)
                        .icmp(ADVERTISEMENT, 3, SOLICITED, body(gateway, link))
                        .build(),
                tells(0, gateway).icmp(ADVERTISEMENT, 0, 0, new byte[8]).build(),
                tells(SOLICITED, "ff02::1", link).build(),
                tells(SOLICITED, gateway, link).to("ff02::1").build(), // solicited, yet to everyone
                tells(SOLICITED, gateway, new byte[8]).build(),
                tells(SOLICITED, gateway, Bytes.of(2, 9, 0, 0, 0, 0, 0, 0)).build());
        assertEquals(List.of(), heard);
    }

    @Test
    void messagesCutShortOrScattered() {
        byte[] good = asks(World.uplink6(0), option(1, GATEWAY)).build();
        for (int length = 0; length < good.length; length++) {
            assertEquals(List.of(), inject(0, Arrays.copyOf(good, length)));
        }
        injectPackets(world.table(), 0, chained(good, 70));
        assertEquals(1, ended().get(Reason.BAD_NEIGHBOR_MESSAGE));
        assertEquals(List.of(), heard);
        assertEquals(List.of(), sent);
    }

    @Test
    void fragmentedMessagesAreNotActedOn() {
        // RFC 6980; the host's kernel sees the fragment and ignores it too.
        byte[] body = Bytes.join(Bytes.of(SOLICITATION, 0, 0, 0, 0, 0, 0, 0), Bytes.address(World.uplink6(0)));
        byte[] frame = asks(World.uplink6(0)).fragment(0, true).raw(58, body).build();
        assertBytes(frame, assertSent(World.punt(0), 0, frame));
        assertEquals(List.of(), heard);
    }

    @Test
    void routerAdvertisementsGoToTheHostAndOthersNowhere() {
        PacketBuilder base = PacketBuilder.ipv6("fe80::99", "ff02::1")
                .macs(0x3333_0000_0001L, GATEWAY)
                .ttl(255);
        byte[] advertisement = base.icmp(134, 0, 0x40000708, new byte[8]).build();
        assertBytes(advertisement, assertSent(World.punt(0), 0, advertisement));
        assertEnds(
                Reason.NEIGHBOR_NOT_FOR_US, 0, base.icmp(133, 0, 0, new byte[0]).build());
        assertEnds(
                Reason.NEIGHBOR_NOT_FOR_US,
                0,
                base.icmp(137, 0, 0, new byte[32]).build());
        assertEnds(
                Reason.BAD_NEIGHBOR_MESSAGE,
                0,
                base.ttl(254).icmp(134, 0, 0, new byte[8]).build());
        assertEnds(
                Reason.ROUTER_MESSAGE,
                TASK,
                base.macs(0x3333_0000_0001L, World.taskMac(0))
                        .ttl(255)
                        .icmp(134, 0, 0, new byte[8])
                        .build());
    }

    @Test
    void aTaskFindsEveryAddressButItsOwnAtBraid() {
        String[] askers = {World.task6(0), World.nic6(0, 2), "fe80::77"};
        String[] targets = {"fe80::1", World.task6(1), World.REMOTE6, World.uplink6(0)};
        for (String asker : askers) {
            for (String target : targets) {
                byte[] expected =
                        answer(World.taskMac(0), World.braidMac(0), target, asker, ROUTER | SOLICITED | OVERRIDE);
                assertBytes(
                        expected, assertSent(TASK, TASK, taskAsks(asker, target).build()));
            }
        }
        assertEnds(
                Reason.NEIGHBOR_NOT_FOR_US,
                TASK,
                taskAsks(World.task6(0), World.task6(0)).build(),
                // Duplicate address detection: an answer would tell the task that its address is taken.
                taskAsks("::", World.task6(0))
                        .icmp(SOLICITATION, 0, 0, body(World.task6(0)))
                        .build(),
                taskAsks("::", "fe80::77")
                        .icmp(SOLICITATION, 0, 0, body("fe80::77"))
                        .build(),
                tells(OVERRIDE, World.task6(0), option(2, World.taskMac(0)))
                        .macs(World.braidMac(0), World.taskMac(0))
                        .build());
        assertEquals(List.of(), heard, "tasks are no neighbors of an uplink");
    }

    @Test
    void aTaskCannotSpoofInDiscovery() {
        assertEnds(
                Reason.SOURCE_NOT_OWNED,
                TASK,
                taskAsks(World.task6(1), "fe80::1").build(),
                taskAsks(World.gateway6(0), "fe80::1").build());
        assertEnds(
                Reason.BAD_NEIGHBOR_MESSAGE,
                TASK,
                taskAsks(World.task6(0), "fe80::1").ttl(64).build());
    }

    @Test
    void aMessageWithAFragmentHeaderIsNone() {
        // RFC 6980 section 5: also when the fragment is the whole message.
        byte[] solicitation =
                asks(World.uplink6(0), option(1, GATEWAY)).fragment(0, false).build();
        assertBytes(solicitation, assertSent(World.punt(0), 0, solicitation));
        assertEquals(List.of(), heard);
    }
}
