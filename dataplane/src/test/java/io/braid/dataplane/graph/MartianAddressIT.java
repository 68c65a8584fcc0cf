package io.braid.dataplane.graph;

import org.junit.jupiter.api.Test;

/** Addresses that cannot be a source or must not be forwarded to, on both sides. */
class MartianAddressIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final byte[] DATA = Bytes.payload(20);

    @Test
    void sourcesThatCannotBeIpv4() {
        String[] martians = {
            "0.0.0.0",
            "0.1.2.3",
            "127.0.0.1",
            "127.255.255.254",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255"
        };
        for (String source : martians) {
            assertEnds(
                    Reason.MARTIAN_SOURCE,
                    0,
                    World.in4(0).from(source).udp(1, 2, DATA).build(),
                    World.in4(0)
                            .from(source)
                            .to(World.uplink4(0))
                            .udp(1, 2, DATA)
                            .build());
            assertEnds(
                    Reason.MARTIAN_SOURCE,
                    TASK,
                    World.out4(0).from(source).udp(1, 2, DATA).build());
        }
    }

    @Test
    void sourcesBesideTheMartianRangesPass() {
        for (String source : new String[] {"1.0.0.0", "126.255.255.255", "128.0.0.1", "223.255.255.255"}) {
            assertSent(TASK, 0, World.in4(0).from(source).udp(1, 2, DATA).build());
        }
        for (String source : new String[] {"::2", "::1:0:0:1", "fec0::1", "2000::", "fc00::1"}) {
            assertSent(TASK, 0, World.in6(0).from(source).udp(1, 2, DATA).build());
        }
    }

    @Test
    void sourcesThatCannotBeIpv6() {
        for (String source : new String[] {"::", "::1", "::ffff:10.0.0.1", "ff02::1", "ff0e::1"}) {
            assertEnds(
                    Reason.MARTIAN_SOURCE,
                    0,
                    World.in6(0).from(source).udp(1, 2, DATA).build(),
                    World.in6(0)
                            .from(source)
                            .to(World.uplink6(0))
                            .udp(1, 2, DATA)
                            .build());
            assertEnds(
                    Reason.MARTIAN_SOURCE,
                    TASK,
                    World.out6(0).from(source).udp(1, 2, DATA).build());
        }
    }

    @Test
    void destinationsThatAreNeverForwardedTo() {
        for (String to : new String[] {"0.0.0.0", "0.255.0.1", "127.0.0.1", "240.0.0.1", "255.255.255.254"}) {
            assertEnds(
                    Reason.MARTIAN_DESTINATION,
                    0,
                    World.in4(0).to(to).udp(1, 2, DATA).build());
            assertEnds(
                    Reason.MARTIAN_DESTINATION,
                    TASK,
                    World.out4(0).to(to).udp(1, 2, DATA).build());
        }
        for (String to : new String[] {"::", "::1", "::ffff:198.51.100.7"}) {
            assertEnds(
                    Reason.MARTIAN_DESTINATION,
                    0,
                    World.in6(0).to(to).udp(1, 2, DATA).build());
            assertEnds(
                    Reason.MARTIAN_DESTINATION,
                    TASK,
                    World.out6(0).to(to).udp(1, 2, DATA).build());
        }
    }

    @Test
    void linkLocalAddressesStayOnTheirLink() {
        assertEnds(
                Reason.LINK_LOCAL_NOT_FORWARDED,
                0,
                World.in4(0).from("169.254.1.1").udp(1, 2, DATA).build(),
                World.in6(0).from("fe80::9").udp(1, 2, DATA).build(),
                World.in6(0).from("febf::9").udp(1, 2, DATA).build());
        assertEnds(
                Reason.LINK_LOCAL_NOT_FORWARDED,
                TASK,
                World.out4(0).to("169.254.1.1").udp(1, 2, DATA).build(),
                World.out6(0).to("fe80::9").udp(1, 2, DATA).build(),
                World.out6(0).from("fe80::9").udp(1, 2, DATA).build());
    }

    @Test
    void multicastAndBroadcastAreNotRouted() {
        assertEnds(
                Reason.MULTICAST_NOT_FORWARDED,
                0,
                World.in4(0).to("224.0.1.0").udp(1, 2, DATA).build(),
                World.in4(0).to("239.1.2.3").udp(1, 2, DATA).build(),
                World.in4(0).to("255.255.255.255").udp(1, 2, DATA).build(),
                World.in6(0).to("ff05::2").udp(1, 2, DATA).build(),
                World.in6(0).to("ff0e::2").udp(1, 2, DATA).build());
        assertEnds(
                Reason.MULTICAST_NOT_FORWARDED,
                TASK,
                World.out4(0).to("224.0.0.1").udp(1, 2, DATA).build(),
                World.out4(0).to("255.255.255.255").udp(1, 2, DATA).build(),
                World.out6(0).to("ff02::1").udp(1, 2, DATA).build(),
                World.out6(0).to("ff0e::1").udp(1, 2, DATA).build());
    }

    @Test
    void aKernelsMulticastReportsAreNoSpoofing() {
        // MLD reports go out from :: and link-local addresses before a task's own are usable.
        for (String from : new String[] {"::", "fe80::1"}) {
            byte[] report = World.out6(0)
                    .from(from)
                    .to("ff02::16")
                    .macs(0x3333_0000_0016L, World.taskMac(0))
                    .ttl(1)
                    .icmp(143, 0, 0, new byte[20])
                    .build();
            assertEnds(Reason.MULTICAST_NOT_FORWARDED, TASK, report);
        }
    }
}
