package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.counter;
import static io.braid.dataplane.web.Family.gauge;
import static io.braid.dataplane.web.Family.info;

import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.graph.Reason;
import java.util.List;
import java.util.Map;

/** The process as a whole: what it is, and where all packets went. */
final class HostMetrics implements MetricGroup {
    private static final Family BUILD =
            info("braid_build_info", "Version of Braid, of DPDK and of Java.", "version", "dpdk", "java");
    private static final Family HOST = info("braid_host_info", "The configured host name.", "host");
    private static final Family UPTIME = gauge("braid_uptime_seconds", "Time since forwarding began.");
    private static final Family WARNINGS =
            gauge("braid_warnings", "Sentences under WARNINGS in braid status; 0 when all is well.");
    private static final Family RECEIVED =
            counter("braid_received_packets_total", "Packets taken from any port: uplinks, tasks, and the kernel's.");
    private static final Family SENT = counter("braid_sent_packets_total", "Packets handed to any port.");
    private static final Family GENERATED = counter(
            "braid_generated_packets_total", "Packets made here: fragments, ICMP errors, ARP, neighbor discovery.");
    private static final Family DROPPED = counter(
            "braid_dropped_packets_total",
            "Packets dropped, by reason; every reason is there from the start, so that its first packet shows in a rate.",
            "reason");
    private static final Family CONSUMED =
            counter("braid_consumed_packets_total", "Packets that were for Braid itself and did their work.", "reason");
    private static final Family QUEUED =
            gauge("braid_queued_packets", "Packets on their way from worker to worker, or held for a port that moves.");
    private static final Family HUGEPAGES =
            gauge("braid_hugepages_in_use", "Whether packet buffers lie in hugepages (1) or on ordinary pages (0).");

    @Override
    public List<Family> families() {
        return List.of(BUILD, HOST, UPTIME, WARNINGS, RECEIVED, SENT, GENERATED, DROPPED, CONSUMED, QUEUED, HUGEPAGES);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        StatusReport status = moment.status();
        to.addInfo(
                BUILD,
                status.version(),
                status.dpdk().version(),
                Runtime.version().toString());
        to.addInfo(HOST, status.host());
        to.add(UPTIME, status.uptimeSeconds());
        to.add(WARNINGS, status.warnings().size());
        to.add(RECEIVED, status.invariant().received());
        to.add(SENT, status.invariant().sent());
        to.add(GENERATED, status.invariant().generated());
        to.add(QUEUED, status.invariant().queued());
        to.add(HUGEPAGES, status.dpdk().hugepages());
        Map<Reason, Long> ended = moment.workers().stream()
                .map(WorkerFigures::traffic)
                .reduce(PortTotals.ZERO, PortTotals::plus)
                .ended();
        for (Reason reason : Reason.values()) {
            if (reason.consumed()) {
                to.add(CONSUMED, ended.getOrDefault(reason, 0L), reason.metricName());
            } else {
                // The status counts what the conductor's thread ended, too.
                to.add(DROPPED, status.drops().getOrDefault(reason.metricName(), 0L), reason.metricName());
            }
        }
    }
}
