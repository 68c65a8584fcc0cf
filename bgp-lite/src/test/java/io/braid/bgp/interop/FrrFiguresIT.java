package io.braid.bgp.interop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.braid.bgp.interop.Daemon.Options;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.SessionState;
import io.braid.bgp.speaker.RoutedPeer;
import io.braid.bgp.wire.Family;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How fast FRR has 10,000 task IPs of a family, and what that costs in memory. */
final class FrrFiguresIT {
    private static final int TASKS = 10_000;
    private static final int TRIES = 3;
    private static final long GOAL_MILLIS = 2_000;
    /** For machines that are slow or busy with other things. */
    private static final int SLACK = 3;

    private static final long MIB = 1 << 20;
    private static final long HEAP_GOAL = 64 * MIB;

    /**
     * What a try took.
     *
     * @param millis from the first lease until FRR counts all routes
     * @param heap live bytes more than before
     * @param allocated bytes allocated for it, live or not: more than that cannot have been on the heap at any time
     */
    private record Cost(long millis, long heap, long allocated) {
        boolean isWithin(int slack) {
            return millis <= slack * GOAL_MILLIS && heap <= HEAP_GOAL && allocated <= HEAP_GOAL;
        }

        @Override
        public String toString() {
            return "%d ms, %.1f MiB of heap, %.1f MiB allocated"
                    .formatted(millis, (double) heap / MIB, (double) allocated / MIB);
        }
    }

    @Test
    void tenThousandTaskIpsOfEachFamily() throws Exception {
        try (var lab = new PeerLab();
                var frr = new Frr(lab)) {
            frr.start(Options.PLAIN);
            BgpSpeaker speaker = lab.startSpeaker();
            for (Family family : Family.values()) {
                Cost cost = attempt(speaker, frr, family);
                for (int i = 1; i < TRIES && !cost.isWithin(1); i++) {
                    cost = attempt(speaker, frr, family);
                }
                assertTrue(cost.isWithin(SLACK), cost.toString());
            }
        }
    }

    private static Cost attempt(BgpSpeaker speaker, Frr frr, Family family) throws Exception {
        Announcements table = Host.oneUplink();
        try (RoutedPeer peer =
                RoutedPeer.add(speaker, PeerLab.config(false), table, Host.routing(new Paths.OfUplink(0)))) {
            Poll.until(
                    "established", () -> peer.status().state() == SessionState.ESTABLISHED && count(frr, family) == 0);
            Cost cost = announce(frr, table, family);
            System.out.printf("10,000 task IPs of %s at FRR: %s%n", family, cost);
            return cost;
        }
    }

    private static Cost announce(Frr frr, Announcements table, Family family) throws Exception {
        long[] threads = Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t == Thread.currentThread() || t.getName().equals("bgp-speaker"))
                .mapToLong(Thread::threadId)
                .toArray();
        long heap = liveBytes();
        long allocated = allocatedBytes(threads);
        long start = System.nanoTime();
        IntStream.rangeClosed(1, TASKS).forEach(i -> {
            table.lease(Host.task(family, i), true);
            table.port(Host.task(family, i), true);
        });
        while (count(frr, family) < TASKS) {
            assertTrue(System.nanoTime() - start < Poll.LIMIT.toNanos(), () -> "not there");
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        long more = allocatedBytes(threads) - allocated;
        return new Cost(millis, liveBytes() - heap, more);
    }

    /** How many routes of the family FRR says that it has from Braid; -1 without session. */
    private static int count(Frr frr, Family family) throws Exception {
        String said =
                frr.vtysh("show bgp " + (family == Family.IPV4_UNICAST ? "ipv4" : "ipv6") + " unicast summary json");
        var matcher = Pattern.compile("\"pfxRcd\":(\\d+)").matcher(said);
        return said.contains("\"state\":\"Established\"") && matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    private static long liveBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static long allocatedBytes(long[] threads) {
        var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Arrays.stream(bean.getThreadAllocatedBytes(threads)).sum();
    }
}
