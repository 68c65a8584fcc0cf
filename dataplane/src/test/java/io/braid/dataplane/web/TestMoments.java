package io.braid.dataplane.web;

import io.braid.dataplane.audit.DecisionCounts;
import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.Samples;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskAnnouncement;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.engine.WorkerLatency;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.latency.GcPauses;
import io.braid.dataplane.latency.LatencyFigures;
import java.util.List;
import java.util.Map;

/** A dataplane at a moment, with something in every place. */
final class TestMoments {
    private TestMoments() {}

    static Moment full() {
        return of(Samples.status(), List.of());
    }

    /** One without uplinks and tasks. */
    static Moment without(List<String> stuck) {
        StatusReport all = Samples.status();
        return of(
                new StatusReport(
                        all.host(),
                        all.version(),
                        all.pid(),
                        all.uptimeSeconds(),
                        all.dpdk(),
                        all.workers(),
                        List.of(),
                        List.of(),
                        all.punt(),
                        all.flows(),
                        all.drops(),
                        all.invariant(),
                        all.mempool(),
                        all.bgp(),
                        all.warnings()),
                stuck);
    }

    static Moment reloaded(Moment.Reload reload) {
        Moment full = full();
        return new Moment(
                full.status(),
                full.bgp(),
                full.announcements(),
                full.workers(),
                full.uplinks(),
                full.pools(),
                full.decisions(),
                full.refusedGrants(),
                full.stuck(),
                full.latencies(),
                full.pauses(),
                reload);
    }

    static Moment of(StatusReport status, List<String> stuck) {
        return new Moment(
                status,
                bgp(),
                List.of(new TaskAnnouncement(
                        "train-1",
                        "standing",
                        false,
                        true,
                        List.of(
                                new TaskAnnouncement.Address(
                                        "10.100.0.7", "192.0.2.0", List.of("nic0", "nic1"), List.of()),
                                new TaskAnnouncement.Address("2001:db8:100::7", "192.0.2.0", List.of(), List.of())),
                        List.of(),
                        null)),
                List.of(worker(0), worker(1)),
                List.of(
                        new UplinkFigures("nic0", true, 100_000_000_000L, new UplinkFigures.Lost(1, 2, 3, 4)),
                        new UplinkFigures("nic1", false, 0, null)),
                List.of(new Moment.Pool("braid", -1, 65_535, 57_343)),
                Map.of(
                        new DecisionCounts.Decision("attach", "granted", ""),
                        3L,
                        new DecisionCounts.Decision("attach", "refused", "grant-expired"),
                        2L),
                2,
                stuck,
                List.of(
                        new LatencyFigures(
                                "worker-0",
                                WorkerLatency.Stage.WORKER,
                                new LatencyFigures.Percentiles(640, 2_100, 4_000, 9_000, 20_000, 31_000),
                                12_000,
                                30_000_000),
                        new LatencyFigures(
                                "worker-1",
                                WorkerLatency.Stage.RING,
                                new LatencyFigures.Percentiles(0, 0, 0, 0, 0, 0),
                                0,
                                0)),
                new GcPauses.Figures(9, 40, 6, 5),
                null);
    }

    private static WorkerFigures worker(int index) {
        return new WorkerFigures(
                "worker-" + index,
                2 + index,
                0,
                new PortTotals(100, 6_400, 90, 5_760, 1, Map.of(Reason.TTL_EXPIRED, 3L, Reason.FRAGMENTED, 2L)),
                5,
                new WorkerFigures.Time(1_000, 900, 2_000_000, 1_000_000, 1, 10_000_000, 0, 0),
                7,
                4_096,
                0,
                new WorkerFigures.Flows(10, 1_024, 20, 8, 2, 1, 4, 5, 6, 7));
    }

    private static BgpReport bgp() {
        return new BgpReport(
                65017,
                "192.0.2.1",
                1,
                List.of(),
                List.of(
                        new BgpReport.Peer(
                                "192.0.2.0",
                                "nic0",
                                65000,
                                "established",
                                9,
                                List.of("ipv4-unicast"),
                                false,
                                true,
                                Map.of("ipv4-unicast", 4),
                                Map.of("ipv4-unicast", 2),
                                Map.of("outside-prefixes", 1L),
                                0,
                                null,
                                new BgpReport.Bfd("up", "none", 150, 50_000, 100, 99, 1, null),
                                Map.of("sent_update", 4L, "sent_update_bytes", 200L, "received_open", 1L),
                                Map.of("established", 1L, "hold_expired", 0L),
                                List.of()),
                        new BgpReport.Peer(
                                "fe80::1",
                                "nic1",
                                65000,
                                "open-sent",
                                null,
                                List.of(),
                                false,
                                false,
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                0,
                                "no answer",
                                null,
                                Map.of(),
                                Map.of(),
                                List.of())));
    }
}
