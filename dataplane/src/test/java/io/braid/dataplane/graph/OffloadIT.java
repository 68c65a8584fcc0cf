package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Offload;
import io.braid.dpdk.PacketOffloads;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tasks leave to be done is done: the bytes on the wire are those that a task would have sent that does everything itself. */
class OffloadIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final int MSS = 1400;

    /** What each packet left to the driver, in the order they were sent. */
    private final List<String> requests = new ArrayList<>();

    @BeforeEach
    void leaveWork() {
        world.tasksLeaveWork = true;
        graph.close();
        graph = newGraph((port, packet) -> {
            requests.add(PacketOffloads.describe(packet));
            record(port, packet);
        });
    }

    private static PacketBuilder out(boolean v6) {
        return v6 ? World.out6(0) : World.out4(0).dontFragment();
    }

    private static int l4(boolean v6) {
        return v6 ? 54 : 34;
    }

    /** As the task's driver has it: no checksum, over several buffers if so asked. */
    private static long unfinished(byte[] frame, int checksumAt, int segment, int... cuts) {
        byte[] raw = frame.clone();
        Bytes.put16(raw, checksumAt, 0xbeef); // a hostile one may write anything there
        long packet = chained(raw, cuts);
        PacketOffloads.markUnfinished(packet, segment);
        return packet;
    }

    private List<Sent> send(long packet) {
        return injectPackets(world.table(), TASK, packet);
    }

    private byte[] sendOne(long packet) {
        List<Sent> out = send(packet);
        assertEquals(1, out.size(), () -> "ended " + ended());
        return out.getFirst().bytes();
    }

    private byte[] expected(byte[] frame) {
        int uplink = sent.getLast().port();
        return Oracle.forwarded(frame, World.gatewayMac(uplink), World.uplinkMac(uplink));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void checksumsAreDoneHere(boolean v6) {
        for (int length : new int[] {0, 1, 2, 3, 64, 777, 1400}) {
            byte[] payload = Bytes.payload(length);
            byte[] tcp = out(v6).tcp(1, 2, payload).build();
            byte[] out = sendOne(unfinished(tcp, l4(v6) + 16, 0));
            assertBytes(expected(tcp), out);
            byte[] udp = out(v6).udp(1, 2, payload).build();
            out = sendOne(unfinished(udp, l4(v6) + 6, 0));
            assertBytes(expected(udp), out);
        }
        assertEquals(List.of("nothing"), requests.stream().distinct().toList());
    }

    @Test
    void checksumsBehindTagsOptionsAndExtensionHeadersAndOverBuffers() {
        byte[] payload = Bytes.payload(999);
        byte[] options = World.out4(0)
                .options(1, 1, 1, 0)
                .vlan(0x8100, 5)
                .tcp(1, 2, payload)
                .build();
        byte[] out = sendOne(unfinished(options, 14 + 4 + 24 + 16, 0, 101, 102, 500));
        assertBytes(expected(options), out);
        byte[] extension = World.out6(0)
                .extension(60, Bytes.of(0, 1, 1, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
                .udp(1, 2, payload)
                .build();
        out = sendOne(unfinished(extension, 14 + 40 + 16 + 6, 0, 121, 122, 123, 700));
        assertBytes(expected(extension), out);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void udpHasNoChecksumOfZero(boolean v6) {
        byte[] payload = new byte[4];
        int sum = Bytes.u16(out(v6).udp(1, 2, payload).build(), l4(v6) + 6);
        Bytes.put16(payload, 0, sum);
        byte[] frame = out(v6).udp(1, 2, payload).build();
        assertEquals(0, Bytes.u16(frame, l4(v6) + 6), "the case itself");
        byte[] out = sendOne(unfinished(frame, l4(v6) + 6, 0));
        assertEquals(0xffff, Bytes.u16(out, l4(v6) + 6));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void segmentsAreMadeHere(boolean v6) {
        for (int length : new int[] {MSS + 1, 2 * MSS, 2 * MSS + 777, 9000}) {
            byte[] payload = Bytes.payload(length);
            byte[] frame = out(v6).id(0xfffe).tcp(1, 2, payload).build();
            frame[l4(v6) + 13] |= (byte) (0x80 | 0x01); // CWR and FIN
            List<Sent> out = send(unfinished(frame, l4(v6) + 16, MSS, 300, 3 * length / 4));
            assertEquals((length + MSS - 1) / MSS, out.size());
            assertBytes(payload, check(out, frame, l4(v6), MSS));
        }
        assertEquals(4, ended().get(Reason.SEGMENTED));
        assertEquals(sent.size(), total(Counters.GENERATED));
        assertEquals(List.of("nothing"), requests.stream().distinct().toList());
    }

    /** Checks the segments of a packet; returns their payloads together. */
    private byte[] check(List<Sent> segments, byte[] frame, int l4, int mss) {
        var payload = new ByteArrayOutputStream();
        for (int n = 0; n < segments.size(); n++) {
            byte[] segment = segments.get(n).bytes();
            assertEquals(segments.getFirst().port(), segments.get(n).port());
            assertEquals("", Oracle.fault(segment), "segment " + n);
            boolean last = n == segments.size() - 1;
            int header = Bytes.u8(segment, l4 + 12) / 16 * 4;
            int data = segment.length - l4 - header;
            assertTrue(last ? data <= mss : data == mss, "segment " + n + " of " + data);
            assertEquals(sequence(frame, l4) + payload.size(), sequence(segment, l4));
            int flags = Bytes.u8(frame, l4 + 13);
            int expected = flags & ~(last ? 0 : 0x09) & ~(n == 0 ? 0 : 0x80);
            assertEquals(expected, Bytes.u8(segment, l4 + 13), "flags of segment " + n);
            if (Bytes.u16(frame, 12) == 0x0800) {
                assertEquals((Bytes.u16(frame, 18) + n) & 0xffff, Bytes.u16(segment, 18), "identification");
            }
            assertBytes(Bytes.slice(frame, l4 + 14, l4 + 16), Bytes.slice(segment, l4 + 14, l4 + 16)); // window
            payload.writeBytes(Bytes.slice(segment, l4 + header, segment.length));
        }
        return payload.toByteArray();
    }

    private static int sequence(byte[] frame, int l4) {
        return Bytes.u16(frame, l4 + 4) << 16 | Bytes.u16(frame, l4 + 6);
    }

    @Test
    void theLargestPacketAndTheSmallestSegments() {
        byte[] payload = Bytes.payload(65535 - 40);
        byte[] frame = World.out4(0).tcp(1, 2, payload).build();
        int[] cuts = new int[8];
        for (int n = 0; n < cuts.length; n++) {
            cuts[n] = 8000 * (n + 1);
        }
        List<Sent> out = send(unfinished(frame, 50, 536, cuts));
        assertEquals(123, out.size());
        assertBytes(payload, check(out, frame, 34, 536));
    }

    @Test
    void aPacketOfOneSegmentLacksItsChecksumOnly() {
        byte[] frame = World.out6(0).tcp(1, 2, Bytes.payload(MSS)).build();
        byte[] out = sendOne(unfinished(frame, 70, MSS));
        assertBytes(expected(frame), out);
        assertEquals(0, total(Counters.GENERATED));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeviceThatCanIsAsked(boolean v6) {
        world.uplinkFinishes = Offload.ALL;
        String l3 = v6 ? "6 " : "4 ";
        String header = v6 ? "14+40" : "14+20";
        byte[] tcp = out(v6).tcp(1, 2, Bytes.payload(100)).build();
        byte[] out = sendOne(unfinished(tcp, l4(v6) + 16, 0));
        // What DPDK wants in the field: the pseudo-header's sum, not yet its complement.
        assertEquals(pseudoHeader(tcp, l4(v6), 6, 120), Bytes.u16(out, l4(v6) + 16));
        byte[] udp = out(v6).udp(1, 2, Bytes.payload(100)).build();
        out = sendOne(unfinished(udp, l4(v6) + 6, 0));
        assertEquals(pseudoHeader(udp, l4(v6), 17, 108), Bytes.u16(out, l4(v6) + 6));
        byte[] large = out(v6).tcp(1, 2, Bytes.payload(9000)).build();
        out = sendOne(unfinished(large, l4(v6) + 16, MSS));
        assertEquals(pseudoHeader(large, l4(v6), 6, 0), Bytes.u16(out, l4(v6) + 16));
        assertEquals(large.length, out.length);
        assertEquals(
                List.of(
                        "tcp" + l3 + "checksum behind " + header,
                        "udp" + l3 + "checksum behind " + header,
                        "tcp" + l3 + "segments of " + MSS + " behind " + header + "+20"),
                requests);
    }

    private static int pseudoHeader(byte[] frame, int l4, int protocol, int length) {
        int size = l4 == 54 ? 16 : 4;
        byte[] source = Bytes.slice(frame, l4 - 2 * size, l4 - size);
        byte[] destination = Bytes.slice(frame, l4 - size, l4);
        byte[] last = size == 4
                ? Bytes.of(0, protocol, length >>> 8, length)
                : Bytes.of(0, 0, length >>> 8, length, 0, 0, 0, protocol);
        byte[] all = Bytes.join(source, destination, last);
        return ~Oracle.checksum(all, 0, all.length) & 0xffff;
    }

    @Test
    void aDeviceIsAskedOnlyForWhatItCan() {
        world.uplinkFinishes = Offload.CHECKSUM | Offload.TSO4;
        byte[] six = World.out6(0).tcp(1, 2, Bytes.payload(2000)).build();
        assertBytes(Bytes.payload(2000), check(send(unfinished(six, 70, MSS)), six, 54, MSS));
        byte[] four = World.out4(0).tcp(1, 2, Bytes.payload(2000)).build();
        sendOne(unfinished(four, 50, MSS));
        assertEquals(List.of("nothing", "nothing", "tcp4 segments of 1400 behind 14+20+20"), requests);
    }

    @Test
    void betweenTasksAsTheReceiverAgreed() {
        byte[] frame =
                World.out4(0).to(World.task4(1)).tcp(1, 2, Bytes.payload(3000)).build();
        List<Sent> out = send(unfinished(frame, 50, MSS));
        assertBytes(Bytes.payload(3000), check(out, frame, 34, MSS));
        world.taskFinishes = Offload.ALL;
        sendOne(unfinished(frame, 50, MSS));
        assertEquals("tcp4 segments of 1400 behind 14+20+20", requests.getLast());
    }

    @Test
    void whatIsTooBigForTheLink() {
        world.uplinkMtu = 1280;
        byte[] six = World.out6(0).tcp(1, 2, Bytes.payload(3000)).build();
        byte[] error = sendOne(unfinished(six, 70, MSS));
        assertEquals(2, Bytes.u8(error, 54), "packet too big");
        assertEquals("", Oracle.fault(error));
        byte[] four =
                World.out4(0).dontFragment().tcp(1, 2, Bytes.payload(3000)).build();
        error = sendOne(unfinished(four, 50, MSS));
        assertEquals(4, Bytes.u8(error, 35), "fragmentation needed");
        // Without the don't-fragment bit: smaller segments say the same as fragments.
        byte[] divisible = World.out4(0).tcp(1, 2, Bytes.payload(3000)).build();
        assertBytes(Bytes.payload(3000), check(send(unfinished(divisible, 50, MSS)), divisible, 34, 1240));
        // And a checksum is done before the packet is cut into fragments, which no device could do.
        world.uplinkFinishes = Offload.ALL;
        byte[] udp = World.out4(0).udp(1, 2, Bytes.payload(1300)).build();
        List<Sent> fragments = send(unfinished(udp, 40, 0));
        assertEquals(2, fragments.size());
        assertEquals(Bytes.u16(udp, 40), Bytes.u16(fragments.getFirst().bytes(), 40));
        assertEquals("nothing", requests.getLast());
    }

    private void assertRefused(long packet) {
        long before = ended().getOrDefault(Reason.BAD_OFFLOAD, 0L);
        assertEquals(List.of(), send(packet));
        assertEquals(before + 1, ended().getOrDefault(Reason.BAD_OFFLOAD, 0L), () -> "ended: " + ended());
    }

    @Test
    void whatCannotBeDoneIsRefused() {
        byte[] payload = Bytes.payload(2000);
        byte[] tcp = World.out4(0).tcp(1, 2, payload).build();
        byte[] udp = World.out4(0).udp(1, 2, payload).build();
        assertRefused(unfinished(World.out4(0).sctp(1, 2, payload).build(), 42, 0));
        assertRefused(unfinished(World.out4(0).icmp(8, 0, 1, payload).build(), 36, 0));
        assertRefused(unfinished(World.out6(0).raw(41, payload).build(), 60, 0));
        assertRefused(unfinished(udp, 40, MSS)); // UDP fragmentation offload was never agreed upon
        assertRefused(unfinished(Bytes.patch(udp, 38, 0, 9), 40, 0)); // its own length says another one
        assertRefused(unfinished(tcp, 50, 1)); // 2,000 packets of one
        assertRefused(unfinished(tcp, 50, 15)); // 134
        assertRefused(unfinished(Bytes.patch(tcp, 46, 0x40), 50, MSS)); // a TCP header of 16 bytes
        assertRefused(unfinished(
                Bytes.patch(World.out4(0).tcp(1, 2, new byte[3]).build(), 46, 0xf0), 50, MSS));
        for (int flag : new int[] {0x02, 0x04, 0x20}) {
            assertRefused(unfinished(Bytes.patch(tcp, 47, flag), 50, MSS)); // SYN, RST, URG
        }
        assertRefused(unfinished(
                World.out4(0).fragment(0, true).tcp(1, 2, Bytes.payload(980)).build(), 50, 0));
        assertRefused(
                unfinished(World.out6(0).fragment(80, false).udp(1, 2, payload).build(), 68, 0));
        assertRefused(
                unfinished(World.out4(0).etherType(0x0806).raw(17, payload).build(), 40, 0));
    }

    @Test
    void noBufferForSegments() {
        byte[] frame = World.out4(0).tcp(1, 2, Bytes.payload(9000)).build();
        var all = new ArrayList<Long>();
        long packet = unfinished(frame, 50, 100);
        while (pool.available() > 20) {
            all.add(packet(new byte[0]));
        }
        assertEquals(List.of(), send(packet));
        assertEquals(1, ended().get(Reason.NO_BUFFER));
        all.forEach(GraphTestBase::free);
    }

    @Test
    void aTaskThatAgreedUponNothingIsTakenAtItsBytes() {
        world.tasksLeaveWork = false;
        byte[] frame = World.out4(0).tcp(1, 2, Bytes.payload(100)).build();
        long packet = packet(frame);
        PacketOffloads.markUnfinished(packet, 20);
        byte[] out = sendOne(packet);
        assertBytes(expected(frame), out);
    }

    @Test
    void anythingAHostileTaskMayAskFor() {
        var random = new Random(20261130);
        List<byte[]> samples = Samples.task(0);
        for (int n = 0; n < 50_000; n++) {
            byte[] frame = samples.get(random.nextInt(samples.size())).clone();
            for (int flips = random.nextInt(3); flips > 0 && frame.length > 14; flips--) {
                frame[14 + random.nextInt(frame.length - 14)] ^= (byte) (1 << random.nextInt(8));
            }
            long packet = frame.length > 80 ? chained(frame, 60 + random.nextInt(20)) : packet(frame);
            PacketOffloads.markUnfinished(packet, random.nextInt(4) == 0 ? random.nextInt(65536) : random.nextInt(300));
            for (Sent out : send(packet)) {
                assertEquals("", Oracle.headerFault(out.bytes()));
            }
            sent.clear();
            requests.clear();
        }
        assertTrue(ended().containsKey(Reason.BAD_OFFLOAD));
        assertTrue(ended().containsKey(Reason.SEGMENTED));
    }
}
