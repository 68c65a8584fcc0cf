package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** From an uplink: to tasks, to the host, or nowhere; and from the host to the uplink. */
class IngressIT extends GraphTestBase {
    private static final byte[] DATA = Bytes.payload(40);

    @Test
    void taskAddressesAreReachedByEveryUplink() {
        for (int u = 0; u < World.UPLINKS; u++) {
            for (int t = 0; t < World.TASKS; t++) {
                for (byte[] frame : List.of(
                        World.in4(u).to(World.task4(t)).tcp(1, 2, DATA).build(),
                        World.in4(u).to(World.nic4(t, u)).udp(1, 2, DATA).build(),
                        World.in4(u)
                                .to(World.nic4(t, (u + 1) % 4))
                                .udp(1, 2, DATA)
                                .build(),
                        World.in4(u)
                                .vlan(0x8100, 3)
                                .to(World.task4(t))
                                .sctp(1, 2, DATA)
                                .build(),
                        World.in4(u)
                                .to(World.task4(t))
                                .fragment(1024, false)
                                .raw(17, DATA)
                                .build(),
                        World.in6(u).to(World.task6(t)).tcp(1, 2, DATA).build(),
                        World.in6(u).to(World.nic6(t, u)).icmp(129, 0, 1, DATA).build(),
                        World.in6(u)
                                .to(World.task6(t))
                                .fragment(1024, false)
                                .raw(17, DATA)
                                .build())) {
                    assertBytes(
                            Oracle.forwarded(frame, World.taskMac(t), World.braidMac(t)),
                            assertSent(World.taskPort(t), u, frame));
                }
            }
        }
    }

    @Test
    void theHostGetsItsPacketsAsTheyCame() {
        for (int u = 0; u < World.UPLINKS; u++) {
            for (byte[] frame : List.of(
                    World.in4(u).to(World.uplink4(u)).ttl(1).tcp(179, 2, DATA).build(),
                    World.in4(u).to(World.uplink4(u)).icmp(8, 0, 1, DATA).build(),
                    World.in6(u).to(World.uplink6(u)).ttl(1).tcp(179, 2, DATA).build(),
                    World.in6(u)
                            .to(World.linkLocal6(u))
                            .from("fe80::99")
                            .udp(1, 2, DATA)
                            .build(),
                    World.in6(u)
                            .to(World.uplink6(u))
                            .from("fe80::99")
                            .icmp(128, 0, 1, DATA)
                            .build())) {
                assertBytes(frame, assertSent(World.punt(u), u, frame));
            }
        }
    }

    @Test
    void anotherUplinksAddressReachesItsTapUnderTheTapsMac() {
        byte[] four = World.in4(0).to(World.uplink4(2)).tcp(1, 2, DATA).build();
        byte[] six = World.in6(0).to(World.uplink6(2)).tcp(1, 2, DATA).build();
        for (byte[] frame : List.of(four, six)) {
            byte[] expected = Bytes.join(Bytes.mac(World.uplinkMac(2)), Bytes.slice(frame, 6, frame.length));
            assertBytes(expected, assertSent(World.punt(2), 0, frame));
        }
        assertEnds(
                Reason.NO_SUCH_DESTINATION,
                0,
                World.in6(0).to(World.linkLocal6(2)).udp(1, 2, DATA).build());
    }

    @Test
    void linkLocalMulticastAndLldpGoToTheHost() {
        byte[] lldp = Bytes.join(
                Bytes.mac(0x0180_c200_000eL), Bytes.mac(World.gatewayMac(1)), Bytes.of(0x88, 0xcc), Bytes.payload(46));
        for (byte[] frame : List.of(
                World.in4(1)
                        .macs(0x0100_5e00_0005L, World.gatewayMac(1))
                        .to("224.0.0.5")
                        .ttl(1)
                        .raw(89, DATA)
                        .build(),
                World.in6(1)
                        .macs(0x3333_0000_0005L, World.gatewayMac(1))
                        .from("fe80::7")
                        .to("ff02::5")
                        .ttl(1)
                        .raw(89, DATA)
                        .build(),
                World.in6(1)
                        .macs(0x3333_0000_0001L, World.gatewayMac(1))
                        .from("::")
                        .to("ff02::1")
                        .ttl(1)
                        .icmp(130, 0, 0, new byte[20])
                        .build(),
                lldp)) {
            assertBytes(frame, assertSent(World.punt(1), 1, frame));
            world.punts = false;
            assertEnds(Reason.NO_SUCH_DESTINATION, 1, frame);
            world.punts = true;
        }
    }

    @Test
    void nothingElseComesIn() {
        assertEnds(
                Reason.NO_SUCH_DESTINATION,
                0,
                World.in4(0).to("10.100.0.99").tcp(1, 2, DATA).build(),
                World.in4(0).to(World.gateway4(0)).tcp(1, 2, DATA).build(),
                World.in4(0).to("198.51.100.8").tcp(1, 2, DATA).build(),
                World.in6(0).to("2001:db8:100::99").tcp(1, 2, DATA).build(),
                World.in6(0).to(World.gateway6(0)).tcp(1, 2, DATA).build(),
                World.in6(0).to("fe80::abcd").tcp(1, 2, DATA).build());
        world.punts = false;
        assertEnds(
                Reason.NO_SUCH_DESTINATION,
                0,
                World.in4(0).to(World.uplink4(0)).tcp(1, 2, DATA).build(),
                World.in6(0).to(World.uplink6(0)).tcp(1, 2, DATA).build(),
                World.in6(0).to(World.linkLocal6(0)).tcp(1, 2, DATA).build());
    }

    @Test
    void nobodyOutsideSpeaksForATaskHere() {
        for (String source : new String[] {World.task4(0), World.task4(1), World.nic4(1, 2)}) {
            assertEnds(
                    Reason.SOURCE_IS_LOCAL,
                    0,
                    World.in4(0).from(source).tcp(1, 2, DATA).build(),
                    World.in4(0)
                            .from(source)
                            .to(World.uplink4(0))
                            .tcp(1, 2, DATA)
                            .build());
        }
        for (String source : new String[] {World.task6(0), World.task6(1), World.nic6(1, 2)}) {
            assertEnds(
                    Reason.SOURCE_IS_LOCAL,
                    0,
                    World.in6(0).from(source).tcp(1, 2, DATA).build(),
                    World.in6(0)
                            .from(source)
                            .to(World.uplink6(0))
                            .tcp(1, 2, DATA)
                            .build());
        }
    }

    @Test
    void whatTheHostSendsLeavesByItsUplinkUnchanged() {
        byte[] frame = World.out4(0)
                .macs(World.gatewayMac(3), World.uplinkMac(3))
                .ttl(1)
                .tcp(179, 2, DATA)
                .build();
        assertBytes(frame, assertSent(3, World.punt(3), frame));
        byte[] tiny = Bytes.payload(5);
        assertBytes(tiny, assertSent(3, World.punt(3), tiny));
        world.usable4[3] = false;
        world.usable6[3] = false;
        assertEnds(Reason.NO_PATH, World.punt(3), frame);
    }

    @Test
    void aJumboForTheHostIsFragmentedOrItsSenderTold() {
        byte[] fits = World.in4(0)
                .to(World.uplink4(0))
                .dontFragment()
                .udp(1, 2, Bytes.payload(1472))
                .build();
        assertBytes(fits, assertSent(World.punt(0), 0, fits));
        byte[] big =
                World.in4(0).to(World.uplink4(0)).udp(1, 2, Bytes.payload(2000)).build();
        List<Sent> parts = inject(0, big);
        assertEquals(2, parts.size());
        parts.forEach(part -> assertEquals(World.punt(0), part.port()));
        byte[] error = assertSent(
                0,
                0,
                World.in4(0)
                        .to(World.uplink4(0))
                        .dontFragment()
                        .udp(1, 2, Bytes.payload(2000))
                        .build());
        assertEquals(3 << 8 | 4, Bytes.u16(error, 34));
        byte[] error6 = assertSent(
                0,
                0,
                World.in6(0).to(World.uplink6(0)).udp(1, 2, Bytes.payload(2000)).build());
        assertEquals(2 << 8, Bytes.u16(error6, 54));
    }

    @Test
    void aJumboForATaskPasses() {
        world.taskMtu = 9000;
        byte[] frame =
                World.in4(0).dontFragment().tcp(1, 2, Bytes.payload(8960)).build();
        byte[] expected = Oracle.forwarded(frame, World.taskMac(0), World.braidMac(0));
        assertBytes(expected, assertSent(World.taskPort(0), 0, frame));
        List<Sent> out = injectPackets(world.table(), 0, chained(frame, 2000, 4000, 6000, 8000));
        assertBytes(expected, out.getFirst().bytes());
    }
}
