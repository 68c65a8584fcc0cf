package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** ARP on both sides: answers byte by byte, what is learned from whom, and what is refused (RFC 826, RFC 5227). */
class ArpIT extends GraphTestBase {
    private static final long US = World.uplinkMac(0);
    private static final long GATEWAY = World.gatewayMac(0);
    private static final int TASK = World.taskPort(0);
    private static final int REQUEST = 1;
    private static final int REPLY = 2;
    private static final String HEARD = "0 c0000200 20000000110 ";

    private static byte[] arp(
            long to, long from, int operation, long senderMac, String sender, long targetMac, String target) {
        return Bytes.join(
                Bytes.mac(to),
                Bytes.mac(from),
                Bytes.of(8, 6, 0, 1, 8, 0, 6, 4, 0, operation),
                Bytes.mac(senderMac),
                Bytes.address(sender),
                Bytes.mac(targetMac),
                Bytes.address(target));
    }

    private static byte[] request(String sender, String target) {
        return arp(Ethernet.BROADCAST, GATEWAY, REQUEST, GATEWAY, sender, 0, target);
    }

    private static byte[] reply(long to, String sender, String target) {
        return arp(to, GATEWAY, REPLY, GATEWAY, sender, US, target);
    }

    private static byte[] taskRequest(String sender, String target) {
        return arp(Ethernet.BROADCAST, World.taskMac(0), REQUEST, World.taskMac(0), sender, 0, target);
    }

    @Test
    void aRequestForTheUplinkIsAnswered() {
        byte[] expected = arp(GATEWAY, US, REPLY, US, World.uplink4(0), GATEWAY, World.gateway4(0));
        assertBytes(expected, assertSent(0, 0, request(World.gateway4(0), World.uplink4(0))));
        byte[] unicast = arp(US, GATEWAY, REQUEST, GATEWAY, World.gateway4(0), 0, World.uplink4(0));
        assertBytes(expected, assertSent(0, 0, unicast));
        byte[] padded = Bytes.join(request(World.gateway4(0), World.uplink4(0)), new byte[18]);
        assertBytes(Bytes.join(expected, new byte[18]), assertSent(0, 0, padded));
        assertEquals(List.of(HEARD + "unsolicited", HEARD + "unsolicited", HEARD + "unsolicited"), heard);
    }

    @Test
    void aTaggedRequestIsAnsweredUnderItsTags() {
        byte[] plain = request(World.gateway4(0), World.uplink4(0));
        byte[] tag = Bytes.of(0x81, 0, 0, 7);
        byte[] tagged = Bytes.join(Bytes.slice(plain, 0, 12), tag, Bytes.slice(plain, 12, plain.length));
        byte[] answer = arp(GATEWAY, US, REPLY, US, World.uplink4(0), GATEWAY, World.gateway4(0));
        assertBytes(
                Bytes.join(Bytes.slice(answer, 0, 12), tag, Bytes.slice(answer, 12, answer.length)),
                assertSent(0, 0, tagged));
    }

    @Test
    void aProbeForOurAddressIsAnsweredAndTeachesNothing() {
        assertBytes(
                arp(GATEWAY, US, REPLY, US, World.uplink4(0), GATEWAY, "0.0.0.0"),
                assertSent(0, 0, request("0.0.0.0", World.uplink4(0))));
        assertEquals(List.of(), heard);
    }

    @Test
    void requestsForOthersAreIgnored() {
        assertEnds(
                Reason.ARP_NOT_FOR_US,
                0,
                request(World.gateway4(0), "192.0.2.99"),
                request(World.gateway4(0), World.uplink4(1)),
                request(World.gateway4(0), World.task4(0)),
                request("0.0.0.0", "0.0.0.0"));
        assertEquals(List.of(), heard);
    }

    @Test
    void aReplyToUsIsLearnedAndShownToTheHost() {
        byte[] reply = reply(US, World.gateway4(0), World.uplink4(0));
        assertBytes(reply, assertSent(World.punt(0), 0, reply));
        world.punts = false;
        assertEnds(Reason.NEIGHBOR_LEARNED, 0, reply);
        assertEquals(List.of(HEARD + "solicited", HEARD + "solicited"), heard);
    }

    @Test
    void whatNobodyAskedForIsMarkedUnsolicited() {
        byte[][] unasked = {
            reply(Ethernet.BROADCAST, World.gateway4(0), World.uplink4(0)),
            reply(Ethernet.BROADCAST, World.gateway4(0), World.gateway4(0)),
            reply(US, World.gateway4(0), "192.0.2.77"),
            request(World.gateway4(0), World.gateway4(0)),
        };
        for (byte[] frame : unasked) {
            assertBytes(frame, assertSent(World.punt(0), 0, frame));
        }
        assertEquals(List.of(HEARD + "unsolicited"), heard.stream().distinct().toList());
        assertEquals(unasked.length, heard.size());
    }

    @Test
    void whoeverClaimsOurAddressIsReportedAndNotBelieved() {
        assertEnds(
                Reason.ADDRESS_CONFLICT,
                0,
                request(World.uplink4(0), World.uplink4(0)),
                request(World.uplink4(0), World.gateway4(0)),
                reply(US, World.uplink4(0), World.uplink4(0)),
                reply(Ethernet.BROADCAST, World.uplink4(0), World.gateway4(0)));
        assertEquals(List.of(), heard);
    }

    @Test
    void malformedArp() {
        byte[] good = request(World.gateway4(0), World.uplink4(0));
        byte[][] bad = {
            Bytes.patch(good, 14, 0, 6),
            Bytes.patch(good, 16, 0x86, 0xdd),
            Bytes.patch(good, 18, 8),
            Bytes.patch(good, 19, 16),
            Bytes.patch(good, 20, 0, 0),
            Bytes.patch(good, 20, 0, 3),
            Bytes.patch(good, 20, 0xff, 0xff),
            Bytes.patch(good, 22, 0, 0, 0, 0, 0, 0),
            Bytes.patch(good, 22, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
            Bytes.patch(good, 22, 1),
            request("127.0.0.1", World.uplink4(0)),
            request("224.0.0.1", World.uplink4(0)),
            request("255.255.255.255", World.uplink4(0)),
            reply(US, "0.0.0.0", World.uplink4(0)),
        };
        assertEnds(Reason.BAD_ARP, 0, bad);
        assertEnds(Reason.BAD_ARP, TASK, Bytes.patch(taskRequest(World.task4(0), "10.0.0.1"), 20, 0, 9));
        assertEquals(List.of(), heard);
    }

    @Test
    void arpCutShort() {
        byte[] good = request(World.gateway4(0), World.uplink4(0));
        byte[] task = taskRequest(World.task4(0), "10.0.0.1");
        for (int length = 14; length < good.length; length++) {
            assertEnds(Reason.TRUNCATED, 0, Arrays.copyOf(good, length));
            assertEnds(Reason.TRUNCATED, TASK, Arrays.copyOf(task, length));
        }
        injectPackets(world.table(), 0, chained(good, 30));
        assertEquals(1, ended().get(Reason.HEADERS_NOT_CONTIGUOUS));
        assertEquals(List.of(), heard);
    }

    @Test
    void aTaskFindsEveryAddressButItsOwnAtBraid() {
        for (String target : new String[] {"10.0.0.1", World.task4(1), World.REMOTE4, World.uplink4(0)}) {
            assertBytes(
                    arp(
                            World.taskMac(0),
                            World.braidMac(0),
                            REPLY,
                            World.braidMac(0),
                            target,
                            World.taskMac(0),
                            World.task4(0)),
                    assertSent(TASK, TASK, taskRequest(World.task4(0), target)));
        }
        assertEnds(
                Reason.ARP_NOT_FOR_US,
                TASK,
                taskRequest(World.task4(0), World.task4(0)), // an announcement
                taskRequest("0.0.0.0", World.task4(0)), // a probe: an answer would mean that the address is taken
                taskRequest("0.0.0.0", "10.0.0.1"),
                arp(
                        World.braidMac(0),
                        World.taskMac(0),
                        REPLY,
                        World.taskMac(0),
                        World.task4(0),
                        World.braidMac(0),
                        "10.0.0.1"));
        assertEquals(List.of(), heard, "tasks are no neighbors of an uplink");
    }

    @Test
    void aTaskCannotSpoofInArp() {
        assertEnds(
                Reason.SOURCE_NOT_OWNED,
                TASK,
                taskRequest(World.task4(1), "10.0.0.1"),
                taskRequest(World.gateway4(0), "10.0.0.1"));
    }
}
