package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Transit ICMP errors belong to the flow they quote: they are delivered to its sender and take its path (cilium issue 19720). */
class QuotedFlowIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final String ROUTER4 = "203.0.113.9";
    private static final String ROUTER6 = "2001:db8:eeee::9";
    private static final byte[] DATA = Bytes.payload(32);

    @Test
    void anErrorReachesTheSenderOfThePacketItQuotes() {
        for (int t = 0; t < World.TASKS; t++) {
            byte[] quote4 = World.out4(t).tcp(1, 2, DATA).packet();
            byte[] quote6 = World.out6(t).tcp(1, 2, DATA).packet();
            for (int type : new int[] {3, 11, 12}) {
                byte[] frame = World.in4(0)
                        .from(ROUTER4)
                        .to(World.task4(t))
                        .icmp(type, 4, 1400, quote4)
                        .build();
                assertBytes(
                        Oracle.forwarded(frame, World.taskMac(t), World.braidMac(t)),
                        assertSent(World.taskPort(t), 0, frame));
            }
            for (int type : new int[] {1, 2, 3, 4}) {
                byte[] frame = World.in6(0)
                        .from(ROUTER6)
                        .to(World.task6(t))
                        .icmp(type, 0, 1400, quote6)
                        .build();
                assertBytes(
                        Oracle.forwarded(frame, World.taskMac(t), World.braidMac(t)),
                        assertSent(World.taskPort(t), 0, frame));
            }
        }
    }

    @Test
    void anErrorAddressedToTheHostAboutATasksPacketReachesTheTask() {
        byte[] frame = World.in4(0)
                .from(ROUTER4)
                .to(World.uplink4(0))
                .icmp(3, 4, 1400, World.out4(1).udp(1, 2, DATA).packet())
                .build();
        assertBytes(
                Oracle.forwarded(frame, World.taskMac(1), World.braidMac(1)), assertSent(World.taskPort(1), 0, frame));
        byte[] six = World.in6(0)
                .from(ROUTER6)
                .to(World.uplink6(0))
                .icmp(2, 0, 1400, World.out6(1).udp(1, 2, DATA).packet())
                .build();
        assertBytes(Oracle.forwarded(six, World.taskMac(1), World.braidMac(1)), assertSent(World.taskPort(1), 0, six));
    }

    @Test
    void anErrorAboutTheHostsOwnPacketReachesTheHost() {
        byte[] quote = PacketBuilder.ipv4(World.uplink4(0), World.REMOTE4)
                .tcp(179, 2, DATA)
                .packet();
        byte[] frame = World.in4(0)
                .from(ROUTER4)
                .to(World.uplink4(0))
                .icmp(3, 4, 1400, quote)
                .build();
        assertBytes(frame, assertSent(World.punt(0), 0, frame));
    }

    @Test
    void aStubOfAQuoteSaysNothing() {
        byte[] quote4 = World.out4(0).tcp(1, 2, DATA).packet();
        byte[] quote6 = World.out6(0).tcp(1, 2, DATA).packet();
        for (int n = 0; n < 20; n++) {
            assertEnds(
                    Reason.BAD_ICMP_QUOTE,
                    0,
                    World.in4(0).icmp(3, 4, 0, Bytes.slice(quote4, 0, n)).build());
        }
        for (int n = 0; n < 40; n++) {
            assertEnds(
                    Reason.BAD_ICMP_QUOTE,
                    0,
                    World.in6(0).icmp(2, 0, 0, Bytes.slice(quote6, 0, n)).build());
        }
        assertSent(
                TASK, 0, World.in4(0).icmp(3, 4, 0, Bytes.slice(quote4, 0, 20)).build());
        assertSent(
                TASK, 0, World.in6(0).icmp(2, 0, 0, Bytes.slice(quote6, 0, 40)).build());
    }

    /** What a flow's remote end sent, and the task's error about it, take the path of the task's own packets. */
    private void assertSamePath(IntFunction<PacketBuilder> own, IntFunction<PacketBuilder> reply, boolean ipv4) {
        var paths = new java.util.TreeSet<Integer>();
        for (int n = 0; n < 64; n++) {
            int path = inject(TASK, own.apply(n).build()).getFirst().port();
            byte[] quote = reply.apply(n).packet();
            PacketBuilder error =
                    ipv4 ? World.out4(0).icmp(3, 3, 0, quote) : World.out6(0).icmp(1, 4, 0, quote);
            List<Sent> out = inject(TASK, error.build());
            assertEquals(path, out.getFirst().port(), "flow " + n);
            assertEquals("", Oracle.fault(out.getFirst().bytes()));
            paths.add(path);
        }
        assertEquals(4, paths.size());
    }

    @Test
    void anErrorByATaskTakesThePathOfTheFlowItQuotes() {
        assertSamePath(n -> World.out4(0).tcp(n, 443, DATA), n -> World.in4(0).tcp(443, n, DATA), true);
        assertSamePath(
                n -> World.out4(0).udp(n, 443, DATA),
                n -> World.in4(0).options(1, 1, 1, 0).udp(443, n, DATA),
                true);
        assertSamePath(n -> World.out4(0).sctp(n, 443, DATA), n -> World.in4(0).sctp(443, n, DATA), true);
        assertSamePath(
                n -> World.out4(0).icmp(0, 0, n << 16, DATA), n -> World.in4(0).icmp(8, 0, n << 16, DATA), true);
        assertSamePath(n -> World.out6(0).tcp(n, 443, DATA), n -> World.in6(0).tcp(443, n, DATA), false);
        assertSamePath(n -> World.out6(0).udp(n, 443, DATA), n -> World.in6(0).udp(443, n, DATA), false);
        assertSamePath(
                n -> World.out6(0).icmp(129, 0, n << 16, DATA),
                n -> World.in6(0).icmp(128, 0, n << 16, DATA),
                false);
    }

    @Test
    void anErrorAboutAFragmentTakesThePathOfTheFragments() {
        assertSamePath(
                n -> World.out4(0).to("198.51.100." + n).fragment(0, true).raw(17, DATA),
                n -> World.in4(0).from("198.51.100." + n).fragment(0, true).raw(17, DATA),
                true);
        assertSamePath(
                n -> World.out6(0).to("2001:db8:ffff::" + n).fragment(0, true).raw(17, DATA),
                n -> World.in6(0).from("2001:db8:ffff::" + n).fragment(0, true).raw(17, DATA),
                false);
    }

    @Test
    void shortAndStrangeQuotesOfATaskStillLeave() {
        byte[] quote4 = World.in4(0).tcp(1, 2, DATA).packet();
        byte[] quote6 = World.in6(0).tcp(1, 2, DATA).packet();
        for (int n = 0; n < 30; n++) {
            assertEquals(
                    1,
                    inject(
                                    TASK,
                                    World.out4(0)
                                            .icmp(3, 3, 0, Bytes.slice(quote4, 0, n))
                                            .build())
                            .size());
        }
        for (int n = 0; n < 50; n++) {
            assertEquals(
                    1,
                    inject(
                                    TASK,
                                    World.out6(0)
                                            .icmp(1, 4, 0, Bytes.slice(quote6, 0, n))
                                            .build())
                            .size());
        }
        // A quoted header length of 60 bytes where there are fewer.
        assertEquals(
                1,
                inject(
                                TASK,
                                World.out4(0)
                                        .icmp(3, 3, 0, Bytes.patch(quote4, 0, 0x4f))
                                        .build())
                        .size());
    }
}
