package io.braid.perf.emulated;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import io.braid.dpdk.RedirectionTable;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Runs in the guest: opens a NIC with several queues, sets one redirection table after the other while traffic comes in, and prints what each queue got. A program of
 * its own, so that a queue's packets are counted where they arrive, without Braid's workers.
 *
 * <p>Arguments: PCI address, number of queues. Each line of output: the table's name, then packets by queue.
 */
public final class RetaProbe {
    private static final int BUFFERS = 4095;
    private static final int DATA_ROOM = 2176;
    private static final int DESCRIPTORS = 256;
    private static final int BURST = 32;
    private static final long SETTLE_NANOS = 400_000_000L;
    private static final int SETTLE_TRIES = 15;
    private static final long COUNT_NANOS = 1_500_000_000L;

    private RetaProbe() {}

    /** Runs the probe. */
    public static void main(String[] args) throws InterruptedException {
        String address = args[0];
        int queues = Integer.parseInt(args[1]);
        var options = new EalOptions(128, EalOptions.Hugepages.ON, List.of(address), 0, List.of());
        try (Eal eal = Eal.start(options);
                PacketPool pool = PacketPool.create("probe", BUFFERS, DATA_ROOM, -1);
                Port port = eal.open("pci:" + address)) {
            port.configure(
                    new PortConfig(queues, 1, DESCRIPTORS, DESCRIPTORS, 1500), Collections.nCopies(queues, pool));
            port.start();
            for (int queue : new int[] {0, queues - 1}) {
                print(SteeringCheck.ALL_TO + queue, count(port, queues, _ -> queue));
            }
            print(SteeringCheck.EVEN, count(port, queues, entry -> entry % queues));
        }
    }

    private static long[] count(Port port, int queues, IntUnaryOperator queueOf) throws InterruptedException {
        int[] table = new int[port.info().redirectionSize()];
        Arrays.setAll(table, queueOf);
        RedirectionTable.update(port, table);
        settle(port, queues, table);
        return receive(port, queues, COUNT_NANOS);
    }

    /** Takes what went by the old table: until the queues that the new one does not name are quiet, or for long enough. */
    private static void settle(Port port, int queues, int[] table) throws InterruptedException {
        boolean quiet = false;
        for (int i = 0; i < SETTLE_TRIES && !quiet; i++) {
            long[] counts = receive(port, queues, SETTLE_NANOS);
            Arrays.stream(table).forEach(queue -> counts[queue] = 0);
            quiet = Arrays.stream(counts).sum() == 0;
        }
    }

    private static long[] receive(Port port, int queues, long nanos) throws InterruptedException {
        long[] counts = new long[queues];
        try (Arena arena = Arena.ofConfined()) {
            long packets = arena.allocate(BURST * Long.BYTES, Long.BYTES).address();
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() < end) {
                int all = 0;
                for (int queue = 0; queue < queues; queue++) {
                    int n = port.rxQueue(queue).receive(packets, BURST);
                    PacketPool.free(packets, n);
                    counts[queue] += n;
                    all += n;
                }
                if (all == 0) {
                    Thread.sleep(1);
                }
            }
        }
        return counts;
    }

    private static void print(String table, long[] counts) {
        var words = new ArrayList<String>(List.of(table));
        Arrays.stream(counts).forEach(count -> words.add(Long.toString(count)));
        System.out.println(String.join(" ", words));
    }
}
