package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketOffloads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The plain path is worth time and nothing else: of every burst exactly the same packets leave, in the same order, with the same bytes and the same work left to the driver, and the same
 * ones end for the same reasons, as when all go by the nodes. The same is so when somebody looks on.
 */
class PlainPathIT extends GraphTestBase {
    private static final int PACKETS = 300_000;
    private static final int[] PORTS = {0, 53, 67, 68, 80, 443, 546, 547, 65535};

    private final Random random = new Random(Seeds.seedFor(PlainPathIT.class));
    private final List<String> left = new ArrayList<>();
    /** What becomes of packets is the same whoever looks on. */
    private final Onlooker[] onlookers = {
        new Onlooker(0), new Onlooker(PacketWatch.FOLLOWS), new Onlooker(PacketWatch.FOLLOWS | PacketWatch.STEPS)
    };

    private Counters otherCounters;
    private PacketGraph byNodes;

    @BeforeEach
    void makeBoth() {
        graph.close();
        graph = newGraph(this::note);
        Counters own = counters;
        otherCounters = new Counters(World.PORTS);
        counters = otherCounters;
        byNodes = newGraph(this::note);
        byNodes.setPlainPath(false);
        counters = own;
    }

    @AfterEach
    void closeOther() {
        byNodes.close();
        otherCounters.close();
    }

    private void note(int port, long packet) {
        left.add(port + " " + PacketOffloads.describe(packet) + " " + new Sent(port, Packet.bytes(packet)));
        free(packet);
    }

    /** A frame as it comes from a driver. */
    private static final class Arrival {
        private final byte[] frame;
        private final int[] cuts;
        private final boolean unfinished;
        private final int segment;

        Arrival(byte[] frame, int[] cuts, boolean unfinished, int segment) {
            this.frame = frame;
            this.cuts = cuts;
            this.unfinished = unfinished;
            this.segment = segment;
        }

        long packet() {
            long packet = cuts.length == 0 ? GraphTestBase.packet(frame) : chained(frame, cuts);
            if (unfinished) {
                PacketOffloads.markUnfinished(packet, segment);
            }
            return packet;
        }
    }

    private List<String> run(PacketGraph which, ForwardingTable table, int port, List<Arrival> arrivals) {
        left.clear();
        for (int i = 0; i < arrivals.size(); i++) {
            Memory.putLong(which.addresses() + 8L * i, arrivals.get(i).packet());
        }
        which.process(table, port, arrivals.size(), now, (int) (now / 1_000_000));
        assertEquals(0, pool.inUse());
        return List.copyOf(left);
    }

    private void compare(ForwardingTable table, int port, List<Arrival> arrivals) {
        now += 50_000_000;
        List<String> expected = run(byNodes, table, port, arrivals);
        Onlooker onlooker = onlookers[random.nextInt(onlookers.length)];
        graph.setWatch(onlooker);
        assertEquals(expected, run(graph, table, port, arrivals));
        onlooker.assertAllDecided();
        assertEquals(cells(otherCounters), cells(counters));
    }

    /** All that was counted but for what is sent, which the sink of a test does not count. */
    private static Map<String, Long> cells(Counters counters) {
        var all = new TreeMap<String, Long>();
        for (int port = 0; port < World.PORTS; port++) {
            all.put(port + " packets", counters.get(port, Counters.RX_PACKETS));
            all.put(port + " bytes", counters.get(port, Counters.RX_BYTES));
            all.put(port + " made", counters.get(port, Counters.GENERATED));
            for (Reason reason : Reason.values()) {
                all.put(port + " " + reason, counters.get(port, reason));
            }
        }
        return all;
    }

    /** The accounts are compared; that they balance is GraphFuzzIT's to say, whose sink counts. */
    @AfterEach
    void countWhatLeft() {
        long in = total(Counters.RX_PACKETS) + total(Counters.GENERATED);
        long ended = ended().values().stream().mapToLong(Long::longValue).sum();
        counters.add(0, Counters.TX_PACKETS, in - ended);
    }

    private static List<byte[]> samples(boolean fromTask, int n) {
        var all = new ArrayList<>(fromTask ? Samples.task(n) : Samples.uplink(n));
        // Most of what comes is plain, so most of what is mutated is.
        for (int port : PORTS) {
            PacketBuilder four = fromTask ? World.out4(n) : World.in4(n);
            PacketBuilder six = fromTask ? World.out6(n) : World.in6(n);
            all.add(four.udp(port, 1000 + port % 7, Bytes.payload(port % 60)).build());
            all.add(six.udp(1000 + port % 7, port, Bytes.payload(port % 60)).build());
            PacketBuilder four2 = fromTask ? World.out4(n) : World.in4(n);
            PacketBuilder six2 = fromTask ? World.out6(n) : World.in6(n);
            byte[] ack = four2.tcp(port, 443, new byte[0]).build();
            all.add(Arrays.copyOf(ack, 60)); // padded
            all.add(six2.tcp(443, port, Bytes.payload(9)).build());
        }
        return all;
    }

    private Arrival arrival(byte[] frame, boolean fromTask) {
        int[] cuts = {};
        if (frame.length >= 2 && random.nextInt(6) == 0) {
            cuts = random.ints(1 + random.nextInt(3), 1, frame.length)
                    .distinct()
                    .sorted()
                    .toArray();
        }
        boolean unfinished = fromTask && random.nextInt(6) == 0;
        return new Arrival(frame, cuts, unfinished, random.nextBoolean() ? 0 : random.nextInt(1500));
    }

    private void compareMutations() {
        ForwardingTable table = world.table();
        int[] ports = {0, 3, World.taskPort(0), World.taskPort(1)};
        Mutator[] mutators = {
            new Mutator(random, samples(false, 0)), new Mutator(random, samples(false, 3)),
            new Mutator(random, samples(true, 0)), new Mutator(random, samples(true, 1)),
        };
        var arrivals = new ArrayList<Arrival>();
        for (int n = 0; n < PACKETS / 4; n += arrivals.size()) {
            int side = random.nextInt(ports.length);
            arrivals.clear();
            int size = 1 + random.nextInt(Burst.CAPACITY);
            for (int i = 0; i < size; i++) {
                arrivals.add(arrival(mutators[side].next(), side >= 2));
            }
            compare(table, ports[side], arrivals);
        }
    }

    @Test
    void mutatedFrames() {
        compareMutations();
    }

    @Test
    void mutatedFramesWhenTasksLeaveWork() {
        world.tasksLeaveWork = true;
        compareMutations();
    }

    @Test
    void mutatedFramesOverSmallAndUnusableLinks() {
        world.uplinkMtu = 1280;
        world.taskMtu = 90;
        world.usable4[1] = false;
        world.usable6[2] = false;
        compareMutations();
    }

    @Test
    void mutatedFramesWithCapsAndWithoutAnyPath() {
        Arrays.fill(world.usable4, false);
        world.caps[0] = new TaskCaps(1_000_000, 500, 2_000_000, 800);
        compareMutations();
    }

    @Test
    void everyTimeToLiveAndChecksum() {
        ForwardingTable table = world.table();
        for (int word = 0; word < 1 << 16; word += 64) {
            var arrivals = new ArrayList<Arrival>();
            for (int i = 0; i < 64; i++) {
                // All identifications make all checksums.
                byte[] frame = World.in4(0).udp(1, 2, Bytes.payload(20)).build();
                Bytes.put16(frame, 18, word + i);
                frame[22] = (byte) (word >>> 6);
                Bytes.put16(frame, 24, 0);
                Bytes.put16(frame, 24, Oracle.checksum(frame, 14, 34));
                arrivals.add(new Arrival(frame, new int[0], false, 0));
            }
            compare(table, 0, arrivals);
        }
    }

    @Test
    void whatIsPlainIsTaken() {
        ForwardingTable table = world.table();
        try (var burst = new Burst()) {
            List<byte[]> in = List.of(
                    World.in4(0).udp(9, 10, Bytes.payload(1)).build(),
                    World.in4(0).tcp(9, 10, Bytes.payload(1000)).build(),
                    World.in6(0).udp(9, 10, Bytes.payload(0)).build(),
                    World.in6(0).tcp(9, 10, Bytes.payload(77)).build());
            fill(burst, in, 0);
            assertEquals(0, new PlainIngress().run(burst, table, table.uplink(0)));
            releaseAll(burst);
            List<byte[]> out = List.of(
                    World.out4(0).udp(9, 10, Bytes.payload(1)).build(),
                    World.out4(0).tcp(9, 10, Bytes.payload(1000)).build(),
                    World.out6(0).udp(9, 10, Bytes.payload(0)).build(),
                    World.out6(0).tcp(9, 10, Bytes.payload(77)).build());
            fill(burst, out, World.taskPort(0));
            var egress = new PlainEgress(TestPaths.byHash(HASH));
            assertEquals(0, egress.read(burst, table, Objects.requireNonNull(table.task(0))));
            for (int i = 0; i < out.size(); i++) {
                assertEquals(Verdict.PLAIN, burst.verdict[i]);
            }
            releaseAll(burst);
        }
    }

    private static void fill(Burst burst, List<byte[]> frames, int port) {
        for (int i = 0; i < frames.size(); i++) {
            Memory.putLong(burst.addresses() + 8L * i, packet(frames.get(i)));
        }
        burst.begin(frames.size(), port);
    }

    private static void releaseAll(Burst burst) {
        for (int i = 0; i < burst.count(); i++) {
            free(burst.packet(i));
        }
    }
}
