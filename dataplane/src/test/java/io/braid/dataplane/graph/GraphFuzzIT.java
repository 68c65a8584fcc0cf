package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Almost right frames by the hundred thousand, whole and scattered, from both sides: nothing crashes, nothing leaks, all are counted, and what leaves by an
 * uplink or towards a task is a packet that the oracle finds well-formed.
 */
class GraphFuzzIT extends GraphTestBase {
    private static final int PACKETS = 500_000;

    private final Random random = new Random(Seeds.seedFor(GraphFuzzIT.class));
    private int judged;
    private int arrival;
    private boolean fromPunt;

    @BeforeEach
    void judgeWhatLeaves() {
        graph.close();
        graph = newGraph((port, packet) -> {
            boolean toPunt = port >= World.punt(0) && port < World.taskPort(0);
            if (!toPunt && !fromPunt) {
                byte[] frame = Packet.bytes(packet);
                assertEquals("", judge(port, frame), () -> new Sent(port, frame).toString());
                judged++;
            }
            count(port, packet);
            free(packet);
        });
    }

    /** Header faults of anything; what goes back out of the uplink it came by is an answer of Braid's own and must have all checksums right too. */
    private String judge(int port, byte[] frame) {
        if (frame.length >= 18 && Bytes.u16(frame, 12) == 0x8100) {
            return ""; // an ARP answer under its tag
        }
        return port == arrival && port < World.UPLINKS ? Oracle.fault(frame) : Oracle.headerFault(frame);
    }

    private long scatter(byte[] frame) {
        if (frame.length < 2 || random.nextInt(4) != 0) {
            return packet(frame);
        }
        int[] cuts = random.ints(1 + random.nextInt(3), 1, frame.length)
                .distinct()
                .sorted()
                .toArray();
        return chained(frame, cuts);
    }

    private void burst(ForwardingTable table, int port, List<byte[]> frames) {
        for (int i = 0; i < frames.size(); i++) {
            Memory.putLong(graph.addresses() + 8L * i, scatter(frames.get(i)));
        }
        now += 50_000_000;
        arrival = port;
        graph.process(table, port, frames.size(), now, 0);
        assertEquals(0, pool.inUse());
    }

    @Test
    void mutatedFramesFromBothSides() {
        ForwardingTable table = world.table();
        world.punts = false;
        ForwardingTable bare = world.table();
        Mutator[] mutators = {
            new Mutator(random, Samples.uplink(0)),
            new Mutator(random, Samples.uplink(3)),
            new Mutator(random, Samples.task(0)),
            new Mutator(random, Samples.task(1)),
        };
        int[] ports = {0, 3, World.taskPort(0), World.taskPort(1)};
        var frames = new ArrayList<byte[]>();
        for (int n = 0; n < PACKETS; n += frames.size()) {
            int side = random.nextInt(ports.length);
            frames.clear();
            int size = 1 + random.nextInt(Burst.CAPACITY);
            for (int i = 0; i < size; i++) {
                frames.add(mutators[side].next());
            }
            burst(random.nextInt(10) == 0 ? bare : table, ports[side], frames);
        }
        assertTrue(total(Counters.RX_PACKETS) >= PACKETS);
        Map<Reason, Long> ended = ended();
        assertEquals(null, ended.get(Reason.INTERNAL_ERROR));
        assertTrue(ended.size() > 22, () -> "few kinds of ends were reached: " + ended);
        assertTrue(judged > PACKETS / 10, "only " + judged + " packets left");
    }

    @Test
    void randomBytes() {
        ForwardingTable table = world.table();
        var frames = new ArrayList<byte[]>();
        for (int n = 0; n < 1000; n++) {
            frames.clear();
            for (int i = 0; i < 32; i++) {
                byte[] frame = new byte[random.nextInt(200)];
                random.nextBytes(frame);
                if (frame.length >= 14) {
                    // Past the first checks.
                    System.arraycopy(Samples.uplink(0).getFirst(), 0, frame, 0, 12);
                    Bytes.put16(frame, 12, random.nextBoolean() ? 0x0800 : random.nextBoolean() ? 0x86dd : 0x0806);
                }
                frames.add(frame);
            }
            fromPunt = n % 3 == 0;
            burst(table, fromPunt ? World.punt(0) : 0, frames);
        }
    }

    @Test
    void everySampleCutAtEveryByte() {
        ForwardingTable table = world.table();
        for (int side = 0; side < 2; side++) {
            int port = side == 0 ? 0 : World.taskPort(0);
            for (byte[] sample : side == 0 ? Samples.uplink(0) : Samples.task(0)) {
                int end = Math.min(sample.length, 200);
                for (int length = 0; length <= end; length++) {
                    burst(table, port, List.of(Arrays.copyOf(sample, length)));
                }
            }
        }
    }
}
