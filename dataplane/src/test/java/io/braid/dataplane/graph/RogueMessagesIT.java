package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routers' and DHCP servers' messages, from tasks and to tasks: RFC 6105, RFC 7113, RFC 6980, RFC 7610. */
class RogueMessagesIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final byte[] DATA = Bytes.payload(64);
    /** Eight bytes of padding (RFC 8200 section 4.2). */
    private static final byte[] PAD = Bytes.of(0, 0, 1, 4, 0, 0, 0, 0);

    /** Of a task, to all nodes, to a task beside it, and to the outside. */
    private static PacketBuilder[] fromTask6() {
        return new PacketBuilder[] {
            World.out6(0).from("fe80::5").to("ff02::1").macs(0x3333_0000_0001L, World.taskMac(0)),
            World.out6(0).to("ff02::1").macs(0x3333_0000_0001L, World.taskMac(0)),
            World.out6(0).to(World.task6(1)),
            World.out6(0).from("fe80::5").to(World.task6(1)),
            World.out6(0)
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {134, 137})
    void noTaskIsARouter(int type) {
        for (int ttl : new int[] {255, 64}) {
            for (PacketBuilder packet : fromTask6()) {
                assertEnds(
                        Reason.ROUTER_MESSAGE,
                        TASK,
                        packet.ttl(ttl).icmp(type, 0, 0x40000708, new byte[32]).build());
            }
            for (PacketBuilder packet : fromTask6()) {
                assertEnds(
                        Reason.ROUTER_MESSAGE,
                        TASK,
                        packet.ttl(ttl)
                                .extension(0, PAD)
                                .extension(60, PAD)
                                .icmp(type, 0, 0, new byte[32])
                                .build());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {133, 134, 135, 136, 137})
    void neighborDiscoveryWithAFragmentHeaderIsNobodys(int type) {
        for (boolean more : new boolean[] {false, true}) { // an atomic fragment, and a first one
            for (PacketBuilder packet : fromTask6()) {
                assertEnds(
                        Reason.FRAGMENTED_NEIGHBOR_MESSAGE,
                        TASK,
                        packet.ttl(255)
                                .fragment(0, more)
                                .icmp(type, 0, 0, new byte[32])
                                .build());
            }
            for (PacketBuilder packet : fromTask6()) {
                assertEnds(
                        Reason.FRAGMENTED_NEIGHBOR_MESSAGE,
                        TASK,
                        packet.ttl(255)
                                .extension(0, PAD)
                                .fragment(0, more)
                                .extension(60, PAD)
                                .icmp(type, 0, 0, new byte[32])
                                .build());
            }
            assertEnds(
                    Reason.FRAGMENTED_NEIGHBOR_MESSAGE,
                    1,
                    World.in6(1)
                            .ttl(255)
                            .fragment(0, more)
                            .icmp(type, 0, 0, new byte[32])
                            .build());
        }
    }

    @Test
    void aFirstFragmentShowsWhatItIs() {
        // The upper layer's header lies in the next fragment: RFC 7112, and the way around RA guard of RFC 7113 section
        // 2.
        for (int protocol : new int[] {6, 17, 58, 132}) {
            assertEnds(
                    Reason.INCOMPLETE_HEADER_CHAIN,
                    TASK,
                    World.out6(0)
                            .fragment(0, true)
                            .extension(60, PAD)
                            .raw(protocol, new byte[0])
                            .build());
            assertEnds(
                    Reason.INCOMPLETE_HEADER_CHAIN,
                    1,
                    World.in6(1)
                            .fragment(0, true)
                            .extension(60, PAD)
                            .raw(protocol, new byte[0])
                            .build());
        }
        assertEnds(
                Reason.INCOMPLETE_HEADER_CHAIN,
                TASK,
                World.out6(0).fragment(0, true).raw(6, new byte[16]).build());
        assertEnds(
                Reason.BAD_EXTENSION_HEADER,
                TASK,
                World.out6(0)
                        .fragment(0, true)
                        .extension(60, Bytes.of(0, 2, 1, 4, 0, 0, 0, 0))
                        .raw(58, new byte[0])
                        .build());
        byte[] whole = World.out6(0)
                .from(World.nic6(0, 1))
                .fragment(0, true)
                .raw(17, new byte[8])
                .build();
        assertBytes(Oracle.forwarded(whole, World.gatewayMac(1), World.uplinkMac(1)), assertSent(1, TASK, whole));
    }

    @Test
    void headersSpreadOverBuffersOfAFragmentHideNothing() {
        byte[] answer = World.out4(0).fragment(0, true).raw(17, udp(67, 68)).build();
        injectPackets(world.table(), TASK, chained(answer, 14 + 20 + 2));
        assertEquals(1, ended().get(Reason.HEADERS_NOT_CONTIGUOUS));
    }

    private static byte[] udp(int from, int to) {
        return Bytes.join(Bytes.of(from >> 8, from, to >> 8, to, 0, 72, 0, 0), DATA);
    }

    @Test
    void noTaskIsADhcpServerAndNoneIsGivenAnAnswer() {
        int[][] answers = {{67, 68}, {67, 67}, {1000, 68}, {67, 1000}};
        for (int[] ports : answers) {
            assertEnds(
                    Reason.DHCP_ANSWER,
                    TASK,
                    World.out4(0).udp(ports[0], ports[1], DATA).build(),
                    World.out4(0)
                            .to(World.task4(1))
                            .udp(ports[0], ports[1], DATA)
                            .build(),
                    World.out4(0)
                            .to("255.255.255.255")
                            .macs(Ethernet.BROADCAST, World.taskMac(0))
                            .udp(ports[0], ports[1], DATA)
                            .build(),
                    World.out4(0)
                            .fragment(0, true)
                            .raw(17, udp(ports[0], ports[1]))
                            .build());
            assertEnds(
                    Reason.DHCP_ANSWER,
                    1,
                    World.in4(1).udp(ports[0], ports[1], DATA).build(),
                    World.in4(1)
                            .fragment(0, true)
                            .raw(17, udp(ports[0], ports[1]))
                            .build());
        }
        int[][] answers6 = {{547, 546}, {547, 547}, {1000, 546}, {547, 1000}};
        for (int[] ports : answers6) {
            for (PacketBuilder packet : fromTask6()) {
                assertEnds(
                        Reason.DHCP_ANSWER,
                        TASK,
                        packet.udp(ports[0], ports[1], DATA).build());
            }
            assertEnds(
                    Reason.DHCP_ANSWER,
                    1,
                    World.in6(1).udp(ports[0], ports[1], DATA).build(),
                    World.in6(1)
                            .extension(60, PAD)
                            .udp(ports[0], ports[1], DATA)
                            .build(),
                    World.in6(1)
                            .fragment(0, true)
                            .raw(17, udp(ports[0], ports[1]))
                            .build());
        }
    }

    @Test
    void askingAServerIsNoCrimeAndTheHostGetsItsAnswers() {
        byte[] ask = World.out4(0).from(World.nic4(0, 1)).udp(68, 67, DATA).build();
        assertBytes(Oracle.forwarded(ask, World.gatewayMac(1), World.uplinkMac(1)), assertSent(1, TASK, ask));
        byte[] ask6 = World.out6(0).from(World.nic6(0, 1)).udp(546, 547, DATA).build();
        assertBytes(Oracle.forwarded(ask6, World.gatewayMac(1), World.uplinkMac(1)), assertSent(1, TASK, ask6));
        byte[] tcp = World.out4(0).from(World.nic4(0, 1)).tcp(67, 68, DATA).build();
        assertSent(1, TASK, tcp);
        byte[] toHost = World.in4(1).to(World.uplink4(1)).udp(67, 68, DATA).build();
        assertBytes(toHost, assertSent(World.punt(1), 1, toHost));
        byte[] toHost6 = World.in6(1).to(World.uplink6(1)).udp(547, 546, DATA).build();
        assertBytes(toHost6, assertSent(World.punt(1), 1, toHost6));
    }

    @Test
    void redirectsAndRouterAdvertisementsOfIcmpReachNoTaskAndLeaveNone() {
        byte[] quote = World.out4(0).udp(1, 2, DATA).packet();
        for (int type : new int[] {5, 9}) {
            assertEnds(
                    Reason.ROUTER_MESSAGE,
                    TASK,
                    World.out4(0).icmp(type, 1, 0x0a000001, quote).build(),
                    World.out4(0)
                            .to(World.task4(1))
                            .icmp(type, 1, 0x0a000001, quote)
                            .build());
            assertEnds(
                    Reason.ROUTER_MESSAGE,
                    1,
                    World.in4(1)
                            .from(World.gateway4(1))
                            .icmp(type, 1, 0x0a000001, quote)
                            .build());
        }
    }

    @Test
    void aRouterAdvertisementFromOutsideIsForTheHostAlone() {
        PacketBuilder advertisement = PacketBuilder.ipv6("fe80::1", "ff02::1")
                .macs(0x3333_0000_0001L, World.gatewayMac(1))
                .ttl(255)
                .icmp(134, 0, 0x40000708, new byte[8]);
        byte[] toAll = advertisement.build();
        assertBytes(toAll, assertSent(World.punt(1), 1, toAll));
        byte[] toHost = advertisement
                .to(World.uplink6(1))
                .macs(World.uplinkMac(1), World.gatewayMac(1))
                .build();
        assertBytes(toHost, assertSent(World.punt(1), 1, toHost));
        assertEnds(Reason.ROUTER_MESSAGE, 1, advertisement.to(World.task6(0)).build());
    }
}
