package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Memory;
import io.braid.dpdk.PacketPool;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** IPv4 packets too large for their hop leave as fragments that make the same datagram again (RFC 791). */
class FragmentationIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);

    /** Checks each fragment against the MTU and the one before, and returns the datagram's payload. */
    private static byte[] reassemble(List<Sent> fragments, int mtu, int firstOffset, boolean moreAtEnd) {
        var payload = new ByteArrayOutputStream();
        int port = fragments.getFirst().port();
        for (int n = 0; n < fragments.size(); n++) {
            byte[] frame = fragments.get(n).bytes();
            assertEquals(port, fragments.get(n).port());
            assertEquals("", Oracle.headerFault(frame));
            assertTrue(frame.length - 14 <= mtu, "fragment of " + (frame.length - 14));
            int field = Bytes.u16(frame, 20);
            boolean last = n == fragments.size() - 1;
            assertEquals(firstOffset + payload.size(), (field & 0x1fff) * 8, "offset of fragment " + n);
            assertEquals(!last || moreAtEnd, (field & 0x2000) != 0, "more fragments after " + n);
            assertEquals(0, field & 0xc000);
            int header = (Bytes.u8(frame, 14) & 15) * 4;
            assertTrue(last || (frame.length - 14 - header) % 8 == 0, "multiples of 8 but for the last");
            payload.writeBytes(Bytes.slice(frame, 14 + header, frame.length));
        }
        return payload.toByteArray();
    }

    private static byte[] payloadOf(byte[] frame) {
        return Bytes.slice(frame, 14 + (Bytes.u8(frame, 14) & 15) * 4, frame.length);
    }

    @Test
    void fragmentsMakeTheDatagramAgain() {
        for (int mtu : new int[] {1280, 1400, 1500}) {
            world.uplinkMtu = mtu;
            for (int size : new int[] {mtu - 27, mtu, 2 * mtu, 2 * (mtu - 20) - 8, 8900}) {
                byte[] frame = World.out4(0)
                        .id(size)
                        .ttl(9)
                        .trafficClass(0x2e)
                        .udp(1, 2, Bytes.payload(size))
                        .build();
                List<Sent> out = inject(TASK, frame);
                assertBytes(payloadOf(frame), reassemble(out, mtu, 0, false));
                int u = out.getFirst().port();
                for (Sent fragment : out) {
                    byte[] bytes = fragment.bytes();
                    assertBytes(
                            Bytes.join(
                                    Bytes.mac(World.gatewayMac(u)),
                                    Bytes.mac(World.uplinkMac(u)),
                                    Bytes.of(8, 0, 0x45, 0x2e)),
                            Bytes.slice(bytes, 0, 16));
                    assertEquals(size, Bytes.u16(bytes, 18), "identification");
                    assertEquals(8, Bytes.u8(bytes, 22), "TTL");
                    assertBytes(Bytes.slice(frame, 26, 34), Bytes.slice(bytes, 26, 34));
                }
            }
        }
        assertEquals(15, ended().get(Reason.FRAGMENTED));
        assertEquals(sent.size(), total(Counters.GENERATED));
    }

    @Test
    void theLargestDatagram() {
        world.uplinkMtu = 1280;
        byte[] frame = World.out4(0).raw(17, Bytes.payload(65515)).build();
        int[] cuts = new int[8];
        for (int n = 0; n < cuts.length; n++) {
            cuts[n] = (n + 1) * 8000;
        }
        List<Sent> out = injectPackets(world.table(), TASK, chained(frame, cuts));
        assertEquals(53, out.size());
        assertBytes(payloadOf(frame), reassemble(out, 1280, 0, false));
    }

    @Test
    void optionsAreCopiedByTheirCopyFlag() {
        world.uplinkMtu = 1300;
        int[] options = {7, 7, 4, 0, 0, 0, 0, 1, 148, 4, 0, 0, 1, 0x88, 4, 1, 2, 68, 4, 5, 0, 0x94, 3, 9};
        byte[] frame =
                World.out4(0).options(options).udp(1, 2, Bytes.payload(3000)).build();
        List<Sent> out = inject(TASK, frame);
        assertBytes(payloadOf(frame), reassemble(out, 1300, 0, false));
        assertBytes(Bytes.of(options), Bytes.slice(out.getFirst().bytes(), 34, 34 + options.length));
        byte[] copied = Bytes.of(148, 4, 0, 0, 0x88, 4, 1, 2, 0x94, 3, 9, 0);
        for (Sent later : out.subList(1, out.size())) {
            assertEquals(0x48, Bytes.u8(later.bytes(), 14));
            assertBytes(copied, Bytes.slice(later.bytes(), 34, 46));
        }
    }

    @Test
    void aFragmentOfAFragmentKeepsItsPlace() {
        world.uplinkMtu = 1280;
        byte[] middle =
                World.out4(0).fragment(1600, true).raw(17, Bytes.payload(1480)).build();
        assertBytes(payloadOf(middle), reassemble(inject(TASK, middle), 1280, 1600, true));
        byte[] last =
                World.out4(0).fragment(3200, false).raw(17, Bytes.payload(1475)).build();
        assertBytes(payloadOf(last), reassemble(inject(TASK, last), 1280, 3200, false));
    }

    @Test
    void scatteredAndTaggedPacketsAreFragmentedToo() {
        world.taskMtu = 1280;
        byte[] frame =
                World.in4(2).vlan(0x8100, 4).tcp(1, 2, Bytes.payload(4000)).build();
        byte[] plain = World.in4(2).tcp(1, 2, Bytes.payload(4000)).build();
        for (int[] cuts : new int[][] {{}, {58}, {100, 101, 1500, 3000}, {2000, 4000}}) {
            List<Sent> out = injectPackets(world.table(), 2, chained(frame, cuts));
            assertEquals(TASK, out.getFirst().port());
            assertBytes(payloadOf(plain), reassemble(out, 1280, 0, false));
        }
    }

    @Test
    void fragmentsKeepTheirPlaceInTheBurst() {
        List<Sent> out = inject(
                TASK,
                World.out4(0)
                        .from(World.nic4(0, 1))
                        .id(1)
                        .udp(1, 2, new byte[9])
                        .build(),
                World.out4(0)
                        .from(World.nic4(0, 1))
                        .id(2)
                        .udp(1, 2, new byte[3000])
                        .build(),
                World.out4(0)
                        .from(World.nic4(0, 1))
                        .id(3)
                        .udp(1, 2, new byte[9])
                        .build());
        assertEquals(
                List.of(1, 2, 2, 2, 3),
                out.stream().map(s -> Bytes.u16(s.bytes(), 18)).toList());
    }

    @Test
    void withoutBuffersTheDatagramIsDroppedWhole() {
        byte[] frame = World.out4(0).udp(1, 2, new byte[3000]).build();
        long packet = packet(frame);
        try (Arena arena = Arena.ofConfined()) {
            long held = arena.allocate(ValueLayout.JAVA_LONG, pool.size()).address();
            int n = 0;
            while (n < pool.size() - 3 && pool.allocate(held + 8L * n, 1)) {
                n++;
            }
            assertEquals(2, pool.available());
            assertEquals(List.of(), injectPackets(world.table(), TASK, packet));
            assertEquals(1, ended().get(Reason.NO_BUFFER));
            PacketPool.free(held, n);
        }
        assertEquals(3, inject(TASK, frame).size());
    }

    @Test
    void anMtuBeyondTheBuffersNeverOverrunsThem() {
        // Buffers of 2 KiB, as a pool for scattered receive has, and a task port of 9000.
        world.taskMtu = 9000;
        try (PacketPool small = PacketPool.create("small", 63, 2176, -1)) {
            var frugal = new PacketGraph(
                    counters,
                    small,
                    (port, p) -> {
                        sent.add(new Sent(port, io.braid.dpdk.Packet.bytes(p)));
                        count(port, p);
                        free(p);
                    },
                    new SilentListener(),
                    TestPaths.byHash(HASH));
            byte[] frame = World.in4(0).udp(1, 2, Bytes.payload(20000)).build();
            Memory.putLong(frugal.addresses(), chained(frame, 9000, 18000));
            frugal.process(world.table(), 0, 1, now, 0);
            frugal.close();
            assertBytes(payloadOf(frame), reassemble(sent, 2048 - 14, 0, false));
            assertEquals(0, small.inUse());
        }
    }
}
