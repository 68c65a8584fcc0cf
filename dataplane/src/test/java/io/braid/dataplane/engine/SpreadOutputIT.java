package io.braid.dataplane.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.PacketHash;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.graph.ReleaseList;
import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.RingPorts;
import io.braid.flow.FlowHash;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Flows over the queues of a port of rings: who gets what, and in which order. */
class SpreadOutputIT {
    private static final int QUEUES = 4;
    private static final int FLOWS = 64;
    private static final int ETHERNET = 14;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Eal eal;

    @SuppressWarnings("NullAway.Init") // likewise
    private static PacketPool pool;

    @SuppressWarnings("NullAway.Init") // likewise
    private static RingPorts ports;

    private final Arena arena = Arena.ofShared();
    private final long scratch = arena.allocate(64 * Long.BYTES, Long.BYTES).address();
    private final long buffers =
            arena.allocate(QUEUES * QueueOutput.BUFFER_BYTES, Long.BYTES).address();
    private final Counters counters = new Counters(32);
    private final ReleaseList refused = new ReleaseList();

    @BeforeAll
    static void startDpdk() {
        eal = Eal.start(EalOptions.ordinaryPages(64));
        pool = PacketPool.create("spread", 1023, 2048 + 128, -1);
        ports = RingPorts.create("spread", 1024, 1500, pool, QUEUES);
    }

    @AfterAll
    static void stopDpdk() {
        ports.near().close();
        ports.far().close();
        pool.close();
        eal.close();
    }

    @AfterEach
    void allIsGivenBack() {
        refused.close();
        counters.close();
        arena.close();
        assertEquals(0, pool.inUse());
    }

    private SpreadOutput output(long enabled) {
        var shared = new SharedQueues(
                IntStream.range(0, QUEUES).mapToObj(ports.near()::txQueue).toList(), enabled);
        return new SpreadOutput(
                ports.near().id(),
                shared,
                counters,
                refused,
                new PacketHash(new FlowHash(42)),
                new Watching(),
                buffers);
    }

    /** A packet with a number at its end, of a flow of either family; a fragment has no ports. */
    private static byte[] packet(int flow, int number, boolean fragment) {
        boolean ipv4 = flow % 2 == 0;
        int l4 = ETHERNET + (ipv4 ? 20 : 40);
        ByteBuffer bytes = ByteBuffer.allocate(l4 + 16);
        bytes.putShort(12, (short) (ipv4 ? 0x0800 : 0x86dd));
        bytes.put(ETHERNET, (byte) (ipv4 ? 0x45 : 0x60));
        bytes.put(ETHERNET + (ipv4 ? 9 : 6), (byte) (fragment && !ipv4 ? 44 : 17));
        bytes.putShort(ETHERNET + (ipv4 ? 6 : 4), (short) (!ipv4 ? 16 : fragment ? 0x2000 : 0));
        bytes.putInt(l4 - 4, 0x0a640001); // to one task
        bytes.putInt(l4 - (ipv4 ? 8 : 20), 0xc0a80001); // from one host
        bytes.putShort(l4, (short) (fragment ? number : 1000 + flow)); // of a fragment it is anything
        bytes.putInt(l4 + 8, flow);
        bytes.putInt(l4 + 12, number);
        return bytes.array();
    }

    private void send(SpreadOutput output, byte[] bytes) {
        long packet = pool.allocate(scratch);
        assertTrue(packet != 0);
        Packet.setBytes(packet, bytes);
        output.add(packet);
    }

    /** The numbers that came by each queue, by flow. */
    private List<Map<Integer, List<Integer>>> receive() {
        refused.flush();
        var queues = new ArrayList<Map<Integer, List<Integer>>>();
        for (int queue = 0; queue < QUEUES; queue++) {
            var flows = new HashMap<Integer, List<Integer>>();
            int count;
            while ((count = ports.far().rxQueue(queue).receive(scratch, 64)) > 0) {
                for (int i = 0; i < count; i++) {
                    byte[] bytes = Packet.bytes(Memory.getLong(scratch + (long) i * Long.BYTES));
                    ByteBuffer tail = ByteBuffer.wrap(bytes, bytes.length - 8, 8);
                    flows.computeIfAbsent(tail.getInt(), _ -> new ArrayList<>()).add(tail.getInt());
                }
                PacketPool.free(scratch, count);
            }
            queues.add(flows);
        }
        return queues;
    }

    private List<Map<Integer, List<Integer>>> exchange(long enabled, int packets) {
        SpreadOutput output = output(enabled);
        for (int number = 0; number < packets; number++) {
            for (int flow = 0; flow < FLOWS; flow++) {
                send(output, packet(flow, number, false));
            }
        }
        output.flush();
        return receive();
    }

    @Test
    void eachFlowHasOneQueueAndKeepsItsOrder() {
        List<Map<Integer, List<Integer>>> queues = exchange(0b1111, 8);
        Set<Integer> seen = new HashSet<>();
        for (Map<Integer, List<Integer>> flows : queues) {
            assertTrue(flows.size() > FLOWS / QUEUES / 4, "hardly a flow on a queue: " + queues);
            flows.forEach((flow, numbers) -> {
                assertTrue(seen.add(flow), "on two queues: " + flow);
                assertEquals(IntStream.range(0, 8).boxed().toList(), numbers);
            });
        }
        assertEquals(FLOWS, seen.size());
        assertEquals(FLOWS * 8, counters.get(ports.near().id(), Counters.TX_PACKETS));
    }

    @Test
    void aQueueThatIsNotEnabledGetsNothingAndTheOthersKeepTheirs() {
        List<Map<Integer, List<Integer>>> all = exchange(0b1111, 1);
        List<Map<Integer, List<Integer>>> some = exchange(0b1010, 1);
        assertTrue(some.get(0).isEmpty() && some.get(2).isEmpty(), some.toString());
        assertTrue(some.get(1).keySet().containsAll(all.get(1).keySet()));
        assertTrue(some.get(3).keySet().containsAll(all.get(3).keySet()));
        assertEquals(FLOWS, some.get(1).size() + some.get(3).size());
    }

    @Test
    void withoutAnEnabledQueueEverythingIsDroppedAndCounted() {
        List<Map<Integer, List<Integer>>> queues = exchange(0, 2);
        queues.forEach(flows -> assertTrue(flows.isEmpty(), queues.toString()));
        assertEquals(2 * FLOWS, counters.get(ports.near().id(), Reason.NO_QUEUE_ENABLED));
        assertEquals(0, counters.get(ports.near().id(), Counters.TX_PACKETS));
    }

    @Test
    void allFragmentsBetweenTwoAddressesTakeOneQueue() {
        for (int flow = 0; flow < 2; flow++) {
            SpreadOutput output = output(0b1111);
            for (int number = 0; number < 32; number++) {
                send(output, packet(flow, number, true));
            }
            output.flush();
            List<Integer> sizes = receive().stream()
                    .map(flows -> flows.values().stream().mapToInt(List::size).sum())
                    .toList();
            assertTrue(sizes.contains(32), (flow == 0 ? "IPv4 " : "IPv6 ") + sizes);
        }
    }

    @Test
    void whatIsNoIpOrTooShortTakesSomeQueue() {
        SpreadOutput output = output(0b1111);
        for (int length : new int[] {14, 20, 33, 34, 37, 53}) {
            for (int type : new int[] {0x0800, 0x86dd, 0x0806}) {
                byte[] frame = new byte[length];
                ByteBuffer.wrap(frame).putShort(12, (short) type);
                if (length > 14) {
                    frame[14] = 0x4f; // options beyond the packet
                }
                send(output, frame);
            }
        }
        output.flush();
        int received = receive().stream()
                .flatMap(flows -> flows.values().stream())
                .mapToInt(List::size)
                .sum();
        assertEquals(18, received);
    }
}
