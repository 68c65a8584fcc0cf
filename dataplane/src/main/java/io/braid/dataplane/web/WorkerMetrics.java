package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.counter;
import static io.braid.dataplane.web.Family.gauge;
import static io.braid.dataplane.web.Family.info;

import io.braid.dataplane.engine.PortTotals;
import java.util.List;

/** Where workers' time goes and what passes through them. */
final class WorkerMetrics implements MetricGroup {
    private static final String WORKER = "worker";
    private static final double NANOS_PER_SECOND = 1e9;

    private static final Family INFO =
            info("braid_worker_info", "The CPU a worker is pinned to, and its NUMA node.", WORKER, "cpu", "node");
    private static final Family RECEIVED_PACKETS =
            counter("braid_worker_received_packets_total", "Packets taken from any port.", WORKER);
    private static final Family RECEIVED_BYTES =
            counter("braid_worker_received_bytes_total", "Bytes taken from any port.", WORKER);
    private static final Family SENT_PACKETS =
            counter("braid_worker_sent_packets_total", "Packets handed to any port.", WORKER);
    private static final Family SENT_BYTES =
            counter("braid_worker_sent_bytes_total", "Bytes handed to any port.", WORKER);
    private static final Family DROPPED = counter(
            "braid_worker_dropped_packets_total",
            "Packets dropped, by reason; reasons that occurred.",
            WORKER,
            "reason");
    private static final Family SUPPRESSED = counter(
            "braid_worker_suppressed_icmp_errors_total", "ICMP errors not sent because of their rate limit.", WORKER);
    private static final Family CYCLES = counter("braid_worker_cycles_total", "Turns of the worker's loop.", WORKER);
    private static final Family BUSY =
            counter("braid_worker_busy_cycles_total", "Turns that moved at least one packet.", WORKER);
    private static final Family LONGEST = gauge(
            "braid_worker_longest_cycle_seconds",
            "The longest turn since start, with all that the scheduler and the GC took from it.",
            WORKER);
    private static final Family RECENT = gauge(
            "braid_worker_recent_longest_cycle_seconds",
            "The longest turn of the last 30 to 60 seconds, or the one under way.",
            WORKER);
    private static final Family STALLS =
            counter("braid_worker_stalls_total", "Turns longer than braid_worker_stall_threshold_seconds.", WORKER);
    private static final Family THRESHOLD =
            gauge("braid_worker_stall_threshold_seconds", "What counts as a stall.", WORKER);
    private static final Family ERRORS = counter(
            "braid_worker_errors_total", "Turns that ended with an exception; their bursts were dropped.", WORKER);
    private static final Family RESTS =
            counter("braid_worker_rests_total", "Times a real-time worker left its CPU to the kernel.", WORKER);
    private static final Family STUCK =
            gauge("braid_workers_stuck", "Workers that do not come back from their turn now.");
    private static final Family RING = gauge(
            "braid_handoff_ring_packets", "Packets in the ring by which other workers hand packets over.", WORKER);
    private static final Family RING_CAPACITY =
            gauge("braid_handoff_ring_capacity_packets", "Packets that fit into this ring.", WORKER);
    private static final Family HELD = gauge(
            "braid_worker_held_packets", "Packets held back for a port that another worker still sends for.", WORKER);

    @Override
    public List<Family> families() {
        return List.of(
                INFO,
                RECEIVED_PACKETS,
                RECEIVED_BYTES,
                SENT_PACKETS,
                SENT_BYTES,
                DROPPED,
                SUPPRESSED,
                CYCLES,
                BUSY,
                LONGEST,
                RECENT,
                STALLS,
                THRESHOLD,
                ERRORS,
                RESTS,
                STUCK,
                RING,
                RING_CAPACITY,
                HELD);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        for (WorkerFigures worker : moment.workers()) {
            String name = worker.name();
            to.addInfo(INFO, name, Integer.toString(worker.cpu()), Integer.toString(worker.node()));
            traffic(worker.traffic(), name, to);
            to.add(SUPPRESSED, worker.errorsSuppressed(), name);
            time(worker.time(), name, to);
            to.add(RING, worker.ringPackets(), name);
            to.add(RING_CAPACITY, worker.ringCapacity(), name);
            to.add(HELD, worker.held(), name);
        }
        to.add(STUCK, moment.stuck().size());
    }

    private static void traffic(PortTotals traffic, String name, Samples to) {
        to.add(RECEIVED_PACKETS, traffic.rxPackets(), name);
        to.add(RECEIVED_BYTES, traffic.rxBytes(), name);
        to.add(SENT_PACKETS, traffic.txPackets(), name);
        to.add(SENT_BYTES, traffic.txBytes(), name);
        traffic.ended().forEach((reason, count) -> {
            if (!reason.consumed()) {
                to.add(DROPPED, count, name, reason.metricName());
            }
        });
    }

    private static void time(WorkerFigures.Time time, String name, Samples to) {
        to.add(CYCLES, time.cycles(), name);
        to.add(BUSY, time.busy(), name);
        to.add(LONGEST, time.longestNanos() / NANOS_PER_SECOND, name);
        to.add(RECENT, time.recentLongestNanos() / NANOS_PER_SECOND, name);
        to.add(STALLS, time.stalls(), name);
        to.add(THRESHOLD, time.stallNanos() / NANOS_PER_SECOND, name);
        to.add(ERRORS, time.failures(), name);
        to.add(RESTS, time.rests(), name);
    }
}
