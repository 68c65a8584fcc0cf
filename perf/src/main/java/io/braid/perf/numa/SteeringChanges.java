package io.braid.perf.numa;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.QueueReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.lab.UdpStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Moves queues from worker to worker while numbered datagrams of many flows go both ways, and looks for each of them at the other end.
 *
 * <p>The lab has one worker on each of two CPUs and two tasks. Uplinks' and tasks' queues take turns; each goes to the other worker.
 *
 * @param changes queues moved
 * @param seconds for all of them
 * @param longestMillis from the request until the new worker polled, longest
 * @param standstillMillis for how long the machine kept a thread from running meanwhile, longest; after tens of milliseconds the kernel's queues overflow
 * @param undisturbed the streams before any move: what is lost there, no move lost
 * @param moved the streams during the moves
 * @param dropped packets that Braid itself counted as dropped meanwhile, by reason; a burst for a queue that stood still too long is one of these
 * @param kernelDropped packets that interfaces of the lab, or the kernel's receive backlog, counted as dropped meanwhile
 * @param unaccounted packets that Braid's own counters miss after the last one
 */
record SteeringChanges(
        int changes,
        double seconds,
        double longestMillis,
        double standstillMillis,
        StreamCount undisturbed,
        StreamCount moved,
        Map<String, Long> dropped,
        long kernelDropped,
        long unaccounted) {
    /** What two busy CPUs that also send and receive the streams can do without loss by other causes. */
    static final int PACKETS_PER_SECOND = 5_000;

    private static final int IN_PORT = 7101;
    private static final int OUT_PORT = 7102;
    private static final long REFERENCE_MILLIS = 1_000;
    private static final Duration UPLINKS = Duration.ofSeconds(30);

    SteeringChanges {
        dropped = Map.copyOf(dropped);
    }

    /** Datagrams that no counter of the kernel explains: the moves lost them. */
    long unexplained() {
        return Math.max(0, moved.lost() - kernelDropped);
    }

    /** Builds the lab, moves so many queues, and takes the lab down. */
    static SteeringChanges measure(Lab lab, int changes) throws InterruptedException {
        var braid = new BraidHost(lab, yaml -> yaml + "workers: {cpus: [0, 1]}\nnuma: {rebalance: off}\n");
        try (braid) {
            braid.start();
            braid.awaitUplinks(UPLINKS);
            braid.attach(1);
            braid.attach(2);
            return measure(lab.plan(), braid, changes);
        }
    }

    private static SteeringChanges measure(LabPlan plan, BraidHost braid, int changes) throws InterruptedException {
        StreamCount undisturbed;
        try (var streams = new Streams(plan)) {
            Thread.sleep(REFERENCE_MILLIS);
            undisturbed = streams.count();
        }
        ControlClient client = braid.client();
        Map<String, Integer> workers = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (QueueReport.Queue queue : awaitQueues(client)) {
            names.add(queue.name());
            workers.put(queue.name(), queue.worker().endsWith("0") ? 0 : 1);
        }
        long longest = 0;
        long begin;
        long end;
        StreamCount moved;
        double standstill;
        SortedMap<String, Long> droppedBefore = client.status().value().drops();
        long kernelBefore = KernelDrops.count(plan);
        try (var meter = new Standstill();
                var streams = new Streams(plan)) {
            Thread.sleep(REFERENCE_MILLIS / 4);
            begin = System.nanoTime();
            for (int n = 0; n < changes; n++) {
                String name = names.get(n % names.size());
                int to = 1 - workers.getOrDefault(name, 0);
                long asked = System.nanoTime();
                client.move(name, 0, to);
                workers.put(name, to);
                longest = Math.max(longest, System.nanoTime() - asked);
            }
            end = System.nanoTime();
            standstill = meter.longestMillis();
            moved = streams.count();
        }
        return new SteeringChanges(
                changes,
                (end - begin) / 1e9,
                longest / 1e6,
                standstill,
                undisturbed,
                moved,
                growth(droppedBefore, client.status().value().drops()),
                KernelDrops.count(plan) - kernelBefore,
                unaccounted(braid));
    }

    private static Map<String, Long> growth(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> growth = new TreeMap<>();
        after.forEach((reason, count) -> {
            long more = count - before.getOrDefault(reason, 0L);
            if (more > 0) {
                growth.put(reason, more);
            }
        });
        return growth;
    }

    /** The queues are known once they were measured, a second after the start. */
    private static List<QueueReport.Queue> awaitQueues(ControlClient client) throws InterruptedException {
        for (int tries = 0; tries < 100; tries++) {
            List<QueueReport.Queue> queues = client.queues().value().queues();
            if (queues.stream().filter(queue -> queue.kind().equals("task")).count() == 2) {
                return queues;
            }
            Thread.sleep(100);
        }
        throw new LabException("braid does not report the queues of both tasks");
    }

    private static long unaccounted(BraidHost braid) throws InterruptedException {
        long difference = 0;
        for (int tries = 0; tries < 200; tries++) {
            var sums = braid.status().invariant();
            difference =
                    sums.received() + sums.generated() - sums.sent() - sums.dropped() - sums.consumed() - sums.queued();
            if (difference == 0) {
                return 0;
            }
            Thread.sleep(20); // a worker was counting
        }
        return difference;
    }

    /** Four streams: to and from each of two tasks. */
    private static final class Streams implements AutoCloseable {
        private final List<UdpStream> all = new ArrayList<>();

        Streams(LabPlan plan) {
            List<String> storage = List.of(plan.storageAddress(Family.V4), plan.storageAddress(Family.V6));
            try {
                for (int task = 1; task <= 2; task++) {
                    List<String> addresses =
                            List.of(plan.taskAddress(task, Family.V4), plan.taskAddress(task, Family.V6));
                    all.add(new UdpStream(plan.storage(), plan.task(task), addresses, IN_PORT, PACKETS_PER_SECOND));
                    all.add(new UdpStream(
                            plan.task(task), plan.storage(), storage, OUT_PORT + task, PACKETS_PER_SECOND));
                }
            } catch (RuntimeException e) {
                close();
                throw e;
            }
        }

        StreamCount count() throws InterruptedException {
            for (UdpStream stream : all) {
                stream.stop();
            }
            var counts = new ArrayList<StreamCount>();
            for (UdpStream stream : all) {
                counts.add(stream.count());
            }
            return StreamCount.sum(counts);
        }

        @Override
        public void close() {
            all.forEach(UdpStream::close);
        }
    }
}
