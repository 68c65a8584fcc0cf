package io.braid.perf.emulated;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.FlowRule;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.List;

/**
 * Runs in the guest: makes flow rules for two addresses on a tap with two queues, exchanges them, and prints where packets to each address came in. The tap is the one
 * device there whose rules the emulation follows: the kernel's traffic control carries them out. (QEMU's 82576 accepts rules and ignores them, its virtio-net takes none.)
 *
 * <p>Each line of output: how the rules are, then packets to the first address in queue 0 and 1, then to the second.
 */
public final class RuleProbe {
    static final String INTERFACE = "brrule";
    /** Ends in the number that tells the two addresses apart. */
    static final String PREFIX = "10.9.0.";

    static final int FIRST = 2;
    static final int SECOND = 3;
    private static final int BUFFERS = 4095;
    private static final int DATA_ROOM = 2176;
    private static final int DESCRIPTORS = 64;
    private static final int BURST = 32;
    private static final int ETHERTYPE = 12;
    private static final int DESTINATION = 30;
    private static final int IPV4 = 0x0800;
    private static final long SETTLE_NANOS = 500_000_000L;
    private static final long COUNT_NANOS = 1_500_000_000L;

    private RuleProbe() {}

    /** Runs the probe. */
    public static void main(String[] args) throws InterruptedException {
        try (Eal eal = Eal.start(EalOptions.ordinaryPages(128));
                PacketPool pool = PacketPool.create("probe", BUFFERS, DATA_ROOM, -1);
                Port port = eal.open("vdev:net_tap0,iface=" + INTERFACE)) {
            port.configure(new PortConfig(2, 2, DESCRIPTORS, DESCRIPTORS, 1500), Collections.nCopies(2, pool));
            port.start();
            awaitTraffic(port);
            rules(port, RuleCheck.STRAIGHT, 0);
            rules(port, RuleCheck.CROSSED, 1);
        }
    }

    /** Packets come when the interface has its address. */
    private static void awaitTraffic(Port port) throws InterruptedException {
        long[] counts = new long[4];
        while (counts[0] + counts[1] == 0 || counts[2] + counts[3] == 0) {
            counts = receive(port, SETTLE_NANOS);
        }
    }

    private static void rules(Port port, String name, int queueOfFirst) throws InterruptedException {
        List<FlowRule> rules = List.of(
                FlowRule.create(port, address(FIRST), queueOfFirst),
                FlowRule.create(port, address(SECOND), 1 - queueOfFirst));
        receive(port, SETTLE_NANOS);
        long[] counts = receive(port, COUNT_NANOS);
        System.out.println(name + " " + counts[0] + " " + counts[1] + " " + counts[2] + " " + counts[3]);
        rules.forEach(FlowRule::destroy);
    }

    private static byte[] address(int last) {
        return new byte[] {10, 9, 0, (byte) last};
    }

    private static long[] receive(Port port, long nanos) throws InterruptedException {
        long[] counts = new long[4];
        try (Arena arena = Arena.ofConfined()) {
            long packets = arena.allocate(BURST * Long.BYTES, Long.BYTES).address();
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() < end) {
                int all = 0;
                for (int queue = 0; queue < 2; queue++) {
                    int n = port.rxQueue(queue).receive(packets, BURST);
                    for (int i = 0; i < n; i++) {
                        count(Packet.data(Memory.getLong(packets + (long) i * Long.BYTES)), queue, counts);
                    }
                    PacketPool.free(packets, n);
                    all += n;
                }
                if (all == 0) {
                    Thread.sleep(1);
                }
            }
        }
        return counts;
    }

    private static void count(long frame, int queue, long[] counts) {
        int last = Memory.getIntBe(frame + DESTINATION) & 0xff;
        if (Memory.getShortBe(frame + ETHERTYPE) == IPV4 && (last == FIRST || last == SECOND)) {
            counts[2 * (last - FIRST) + queue]++;
        }
    }
}
