package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** From a task to the uplinks: over which uplink a flow leaves, and what its packets look like on the wire. */
class EgressIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final byte[] DATA = Bytes.payload(33);

    /** Frames of many flows: both families, TCP, UDP and SCTP. */
    private static List<byte[]> flows(int each) {
        var frames = new ArrayList<byte[]>();
        for (int n = 0; n < each; n++) {
            frames.add(World.out4(0).tcp(40000 + n, 443, DATA).build());
            frames.add(World.out4(0).udp(50000, 1000 + n, DATA).build());
            frames.add(World.out4(0).sctp(6000 + n, 6000, DATA).build());
            frames.add(World.out6(0).tcp(40000 + n, 443, DATA).build());
            frames.add(World.out6(0).udp(50000, 1000 + n, DATA).build());
            frames.add(World.out6(0)
                    .extension(60, new byte[8])
                    .sctp(6000 + n, 6000, DATA)
                    .build());
        }
        return frames;
    }

    private int pathOf(byte[] frame) {
        List<Sent> out = inject(TASK, frame);
        assertEquals(1, out.size(), () -> "ended " + ended());
        return out.getFirst().port();
    }

    private List<Integer> pathsOf(List<byte[]> frames) {
        return frames.stream().map(this::pathOf).toList();
    }

    private static int count(List<Integer> paths, int path) {
        return Collections.frequency(paths, path);
    }

    @Test
    void flowsSpreadOverAllUplinksAndStay() {
        List<byte[]> frames = flows(100);
        List<Integer> paths = pathsOf(frames);
        for (int u = 0; u < World.UPLINKS; u++) {
            int share = count(paths, u);
            assertTrue(share > 600 * 0.19 && share < 600 * 0.31, "uplink " + u + " has " + share + " of 600 flows");
        }
        assertEquals(paths, pathsOf(frames), "a flow's next packet takes the same path");
        for (int i = 0; i < frames.size(); i++) {
            int u = sent.get(i).port();
            assertBytes(
                    Oracle.forwarded(frames.get(i), World.gatewayMac(u), World.uplinkMac(u)),
                    sent.get(i).bytes());
            assertEquals("", Oracle.fault(sent.get(i).bytes()));
        }
    }

    @Test
    void losingAPathMovesOnlyItsFlows() {
        List<byte[]> frames = flows(100);
        List<Integer> before = pathsOf(frames);
        world.usable4[2] = false;
        world.usable6[2] = false;
        List<Integer> after = pathsOf(frames);
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i) != 2) {
                assertEquals(before.get(i), after.get(i), "a flow of another path moved");
            }
        }
        assertEquals(0, count(after, 2));
        int lost = count(before, 2);
        for (int u : new int[] {0, 1, 3}) {
            int gained = count(after, u) - count(before, u);
            assertTrue(gained > lost / 6 && gained < lost / 2, "uplink " + u + " took " + gained + " of " + lost);
        }
    }

    @Test
    void familiesHavePathsOfTheirOwn() {
        world.usable6[0] = false;
        world.usable6[1] = false;
        world.usable6[3] = false;
        assertEquals(2, pathOf(World.out6(0).udp(1, 2, DATA).build()));
        world.usable6[2] = false;
        assertEnds(Reason.NO_PATH, TASK, World.out6(0).udp(1, 2, DATA).build());
        pathOf(World.out4(0).udp(1, 2, DATA).build());
    }

    @Test
    void allFragmentsOfADatagramTakeOnePathInAnyOrder() {
        var random = new Random(1);
        for (int n = 0; n < 40; n++) {
            var fragments = new ArrayList<byte[]>();
            for (int offset = 0; offset < 4096; offset += 1024) {
                boolean more = offset < 3072;
                // The first one shows ports, which must not count; the others' first bytes look like ports.
                byte[] part = Bytes.join(Bytes.of(n, offset, offset >> 8, n), new byte[1020]);
                String to = "198.51.100." + n;
                fragments.add(World.out4(0)
                        .to(to)
                        .id(n)
                        .fragment(offset, more)
                        .raw(17, part)
                        .build());
            }
            Collections.shuffle(fragments, random);
            assertEquals(1, pathsOf(fragments).stream().distinct().count());
            var fragments6 = new ArrayList<byte[]>();
            for (int offset = 0; offset < 4096; offset += 1024) {
                byte[] part = Bytes.join(Bytes.of(n, offset, offset >> 8, n), new byte[1020]);
                String to = "2001:db8:ffff::" + n;
                fragments6.add(World.out6(0)
                        .to(to)
                        .id(n)
                        .fragment(offset, offset < 3072)
                        .raw(17, part)
                        .build());
            }
            Collections.shuffle(fragments6, random);
            assertEquals(1, pathsOf(fragments6).stream().distinct().count());
        }
    }

    @Test
    void pingsSpreadByTheirIdentifierAndOtherProtocolsByAddress() {
        var pings = new ArrayList<byte[]>();
        var pings6 = new ArrayList<byte[]>();
        var tunnels = new ArrayList<byte[]>();
        for (int n = 0; n < 64; n++) {
            pings.add(World.out4(0).icmp(8, 0, n << 16 | 1, DATA).build());
            pings6.add(World.out6(0).icmp(128, 0, n << 16 | 1, DATA).build());
            tunnels.add(World.out4(0).to("198.51.100." + n).raw(47, DATA).build());
        }
        for (List<byte[]> frames : List.of(pings, pings6, tunnels)) {
            assertEquals(4, pathsOf(frames).stream().distinct().count());
        }
        int path = pathOf(World.out4(0).icmp(8, 0, 7 << 16 | 1, DATA).build());
        assertEquals(
                path, pathOf(World.out4(0).icmp(8, 0, 7 << 16 | 2, DATA).build()), "the sequence number is no key");
    }

    @Test
    void everyTtlIsCountedDownWithARightChecksum() {
        for (int ttl = 2; ttl < 256; ttl++) {
            byte[] frame = World.out4(0).ttl(ttl).id(ttl * 257).udp(9, 9, DATA).build();
            Sent out = inject(TASK, frame).getFirst();
            assertBytes(
                    Oracle.forwarded(frame, World.gatewayMac(out.port()), World.uplinkMac(out.port())), out.bytes());
            byte[] six = World.out6(0).ttl(ttl).udp(9, 9, DATA).build();
            out = inject(TASK, six).getFirst();
            assertBytes(Oracle.forwarded(six, World.gatewayMac(out.port()), World.uplinkMac(out.port())), out.bytes());
        }
    }

    @Test
    void tagsGoAndAllElseStays() {
        List<byte[]> frames = List.of(
                World.out4(0)
                        .vlan(0x8100, 0x2005)
                        .trafficClass(0xb9)
                        .options(148, 4, 0, 0, 1, 1, 7, 3, 4, 0, 0, 0)
                        .tcp(1, 2, DATA)
                        .build(),
                World.out4(0)
                        .vlan(0x88a8, 5)
                        .vlan(0x8100, 6)
                        .dontFragment()
                        .udp(1, 2, DATA)
                        .build(),
                World.out4(0).wrongLayer4Checksum().udp(1, 2, DATA).build(),
                World.out6(0)
                        .vlan(0x8100, 9)
                        .trafficClass(0xb9)
                        .extension(0, Bytes.of(0, 0, 5, 2, 0, 0, 1, 0))
                        .extension(60, Bytes.of(0, 0, 1, 4, 9, 9, 9, 9))
                        .tcp(1, 2, DATA)
                        .build(),
                World.out6(0)
                        .vlan(0x88a8, 5)
                        .vlan(0x8100, 6)
                        .extension(51, Bytes.of(0, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8))
                        .udp(1, 2, DATA)
                        .build(),
                World.out6(0).raw(50, DATA).build(),
                World.out6(0).raw(59, new byte[0]).build());
        for (byte[] frame : frames) {
            Sent out = inject(TASK, frame).getFirst();
            assertBytes(
                    Oracle.forwarded(frame, World.gatewayMac(out.port()), World.uplinkMac(out.port())), out.bytes());
        }
    }

    @Test
    void jumboAndScatteredPacketsPassUnchanged() {
        world.uplinkMtu = 9000;
        byte[] four =
                World.out4(0).dontFragment().tcp(1, 2, Bytes.payload(9000 - 40)).build();
        byte[] six = World.out6(0).tcp(1, 2, Bytes.payload(9000 - 60)).build();
        for (byte[] frame : List.of(four, six)) {
            Sent out = inject(TASK, frame).getFirst();
            byte[] expected = Oracle.forwarded(frame, World.gatewayMac(out.port()), World.uplinkMac(out.port()));
            assertBytes(expected, out.bytes());
            for (int[] cuts : new int[][] {{74}, {200, 201, 5000}, {2048, 4096, 6144, 8192}}) {
                List<Sent> scattered = injectPackets(world.table(), TASK, chained(frame, cuts));
                assertEquals(out.port(), scattered.getFirst().port());
                assertBytes(expected, scattered.getFirst().bytes());
            }
        }
    }

    @Test
    void aBurstKeepsItsOrder() {
        var frames = new byte[Burst.CAPACITY][];
        for (int n = 0; n < frames.length; n++) {
            frames[n] = n % 3 == 0
                    ? World.out4(0).from(World.REMOTE4).udp(1, 2, DATA).build()
                    : World.out4(0).id(n).udp(1, 2, DATA).build();
        }
        List<Sent> out = inject(TASK, frames);
        List<Integer> ids = out.stream().map(s -> Bytes.u16(s.bytes(), 18)).toList();
        var expected = new ArrayList<Integer>();
        for (int n = 0; n < frames.length; n++) {
            if (n % 3 != 0) {
                expected.add(n);
            }
        }
        assertEquals(expected, ids);
    }
}
