package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks that may not talk to each other, or to the host: nothing passes by any way, and the sender is told, byte by byte. */
class IsolationIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final byte[] DATA = Bytes.payload(33);
    private static final long SECOND = 1_000_000_000L;

    @BeforeEach
    void eachTaskIsAJobOfItsOwn() {
        world.circles[1] = 1;
    }

    /** The packet ends, and its sender gets the error that quotes it. */
    private void assertProhibited(Reason reason, PacketBuilder packet, String from, String host, boolean ipv4) {
        long before = ended().getOrDefault(reason, 0L);
        byte[] original = packet.packet();
        PacketBuilder error = ipv4
                ? PacketBuilder.ipv4(host, from).trafficClass(0xc0).id(0).dontFragment()
                : PacketBuilder.ipv6(host, from);
        byte[] expected = error.macs(World.taskMac(0), World.braidMac(0))
                .icmp(ipv4 ? 3 : 1, ipv4 ? 13 : 1, 0, original)
                .build();
        byte[] answer = assertSent(TASK, TASK, packet.build());
        assertBytes(expected, answer);
        assertEquals("", Oracle.fault(answer));
        assertEquals(before + 1, ended().get(reason));
    }

    @Test
    void tasksOfAnotherJobAreOutOfReachByAnyAddressOfEither() {
        for (int u = -1; u < World.UPLINKS; u++) {
            for (int v = -1; v < World.UPLINKS; v++) {
                String from4 = u < 0 ? World.task4(0) : World.nic4(0, u);
                String from6 = u < 0 ? World.task6(0) : World.nic6(0, u);
                String to4 = v < 0 ? World.task4(1) : World.nic4(1, v);
                String to6 = v < 0 ? World.task6(1) : World.nic6(1, v);
                assertProhibited(
                        Reason.LOCAL_TRAFFIC_REFUSED,
                        World.out4(0).from(from4).to(to4).udp(1, 2, DATA),
                        from4,
                        World.uplink4(0),
                        true);
                assertProhibited(
                        Reason.LOCAL_TRAFFIC_REFUSED,
                        World.out6(0).from(from6).to(to6).tcp(1, 2, DATA),
                        from6,
                        World.uplink6(0),
                        false);
            }
        }
    }

    @Test
    void errorsAndFragmentsForTasksOfAnotherJobEndWithoutAWord() {
        byte[] quote4 = World.in4(0).udp(1, 2, DATA).packet();
        byte[] quote6 = World.in6(0).udp(1, 2, DATA).packet();
        assertEnds(
                Reason.LOCAL_TRAFFIC_REFUSED,
                TASK,
                World.out4(0).to(World.task4(1)).icmp(3, 4, 1280, quote4).build(),
                World.out4(0)
                        .to(World.task4(1))
                        .fragment(64, false)
                        .raw(17, DATA)
                        .build(),
                World.out6(0).to(World.task6(1)).icmp(2, 0, 1280, quote6).build());
    }

    @Test
    void aTaskReachesItselfWhateverTheRule() {
        byte[] own = World.out4(0).to(World.nic4(0, 1)).tcp(1, 2, DATA).build();
        assertBytes(Oracle.forwarded(own, World.taskMac(0), World.braidMac(0)), assertSent(TASK, TASK, own));
    }

    @Test
    void refusalsAreToldNoOftenerThanOtherErrors() {
        clockStopped = true;
        now += 10 * SECOND;
        byte[][] frames = new byte[50][];
        Arrays.fill(frames, World.out4(0).to(World.task4(1)).udp(1, 2, DATA).build());
        int answers = 0;
        for (int n = 0; n < 6; n++) {
            answers += inject(TASK, frames).size();
        }
        assertEquals(100, answers);
        assertEquals(300, ended().get(Reason.LOCAL_TRAFFIC_REFUSED));
        assertEquals(200, total(Counters.ERRORS_SUPPRESSED));
    }

    @Test
    void whatPretendsToComeFromATaskHereIsNoWayAround() {
        for (int u = 0; u < World.UPLINKS; u++) {
            assertEnds(
                    Reason.SOURCE_IS_LOCAL,
                    u,
                    World.in4(u).from(World.task4(1)).udp(1, 2, DATA).build(),
                    World.in4(u).from(World.nic4(1, 2)).udp(1, 2, DATA).build(),
                    World.in6(u).from(World.task6(1)).udp(1, 2, DATA).build(),
                    World.in6(u).from(World.nic6(1, 2)).udp(1, 2, DATA).build());
        }
    }

    @Test
    void theHostIsAnsweredAndPingedAndNoMore() {
        byte[] quote4 = World.in4(0).udp(1, 2, DATA).packet();
        byte[] quote6 = World.in6(0).udp(1, 2, DATA).packet();
        for (int u = 0; u < World.UPLINKS; u++) {
            PacketBuilder four = World.out4(0).to(World.uplink4(u));
            PacketBuilder six = World.out6(0).to(World.uplink6(u));
            for (byte[] frame : List.of(
                    four.tcp(22, 1000, DATA).build(), // PSH and ACK
                    four.icmp(8, 0, 1, DATA).build(),
                    four.icmp(0, 0, 1, DATA).build(),
                    four.icmp(3, 3, 0, quote4).build(),
                    six.tcp(22, 1000, DATA).build(),
                    six.icmp(128, 0, 1, DATA).build(),
                    six.icmp(129, 0, 1, DATA).build(),
                    six.icmp(1, 4, 0, quote6).build())) {
                assertBytes(
                        Oracle.forwarded(frame, World.uplinkMac(u), World.gatewayMac(u)),
                        assertSent(World.punt(u), TASK, frame));
            }
            assertProhibited(
                    Reason.HOST_TRAFFIC_REFUSED, four.udp(1, 53, DATA), World.task4(0), World.uplink4(u), true);
            assertProhibited(
                    Reason.HOST_TRAFFIC_REFUSED, six.udp(1, 53, DATA), World.task6(0), World.uplink6(u), false);
            assertProhibited(Reason.HOST_TRAFFIC_REFUSED, four.raw(89, DATA), World.task4(0), World.uplink4(u), true);
            byte[] syn = four.tcp(1000, 179, DATA).build();
            syn[14 + 20 + 13] = 2;
            List<Sent> answer = inject(TASK, syn);
            assertEquals(TASK, answer.getFirst().port(), "a connection to the host's BGP port is refused");
            // What may turn into a SYN when it is put together.
            inject(
                    TASK,
                    World.out4(0)
                            .to(World.uplink4(u))
                            .fragment(0, true)
                            .raw(6, new byte[24])
                            .build());
            inject(
                    TASK,
                    World.out4(0)
                            .to(World.uplink4(u))
                            .fragment(8, false)
                            .raw(6, DATA)
                            .build());
        }
        assertEquals(6 * World.UPLINKS, ended().get(Reason.HOST_TRAFFIC_REFUSED));
        assertTrue(sent.stream()
                .noneMatch(out -> out.port() >= World.punt(0) && out.port() < TASK && Bytes.u8(out.bytes(), 23) == 17));
    }

    @Test
    void theHostMayBeOpenOrShut() {
        PacketBuilder query = World.out4(0).to(World.uplink4(1)).udp(1, 53, DATA);
        world.hostTraffic = HostTraffic.ALL;
        assertSent(World.punt(1), TASK, query.build());
        world.hostTraffic = HostTraffic.NONE;
        PacketBuilder ping = World.out4(0).to(World.uplink4(1)).icmp(8, 0, 1, DATA);
        assertProhibited(Reason.HOST_TRAFFIC_REFUSED, ping, World.task4(0), World.uplink4(1), true);
    }
}
