package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.StuckWorkers;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskAnnouncement;
import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.latency.GcPauses;
import io.braid.dataplane.latency.Latencies;
import io.braid.dataplane.port.NodePools;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.web.Moment;
import io.braid.dataplane.web.UplinkFigures;
import io.braid.dataplane.web.WorkerFigures;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortStatistics;
import io.braid.flow.FlowTableStats;
import io.braid.flow.PinStats;
import io.braid.flow.Pins;
import io.braid.numa.DutyCycle;
import io.braid.numa.HandoffRing;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads all that metrics and dashboard show, from cells that workers write and views that the conductor leaves. Any thread, one at a time. */
final class MomentBuilder {
    private static final Logger LOG = System.getLogger(MomentBuilder.class.getName());
    private static final long BITS_PER_MEGABIT = 1_000_000;

    private final StatusBuilder status;
    private final Supplier<List<Uplink>> uplinks;
    private final WorkerSet workers;
    private final NodePools pools;
    private final Conductor conductor;
    private final StuckWorkers stuck;
    private final AuditLog audit;
    private final @Nullable Announcer announcer;
    private final Latencies latencies;
    private final GcPauses pauses;
    private final Supplier<Moment.@Nullable Reload> reloads;

    /**
     * @param announcer null if nothing is announced
     * @param reloads the last attempt to change the configuration
     */
    MomentBuilder(
            StatusBuilder status,
            Forwarding forwarding,
            AuditLog audit,
            @Nullable Announcer announcer,
            Latencies latencies,
            GcPauses pauses,
            Supplier<Moment.@Nullable Reload> reloads) {
        this.latencies = latencies;
        this.pauses = pauses;
        this.reloads = reloads;
        this.status = status;
        this.uplinks = forwarding.uplinks()::all;
        this.workers = forwarding.workers();
        this.pools = forwarding.pools();
        this.conductor = forwarding.conductor();
        this.stuck = forwarding.stuck();
        this.audit = audit;
        this.announcer = announcer;
    }

    Moment build() {
        StatusReport report = status.build();
        return new Moment(
                report,
                announcer == null ? null : announcer.views().peers(),
                announcements(report),
                IntStream.range(0, workers.all().size())
                        .mapToObj(index -> worker(index, report.workers().get(index)))
                        .toList(),
                uplinkFigures(),
                pools.byNode().entrySet().stream().map(MomentBuilder::pool).toList(),
                audit.counts().all(),
                audit.counts().refusedGrants(),
                stuck.now(),
                latencies.figures(),
                pauses.figures(),
                reloads.get());
    }

    private List<TaskAnnouncement> announcements(StatusReport report) {
        var list = new ArrayList<TaskAnnouncement>();
        if (announcer != null) {
            for (StatusReport.Task task : report.tasks()) {
                try {
                    list.add(announcer.views().explain(task.task()));
                } catch (ControlException gone) {
                    LOG.log(Level.DEBUG, "detached meanwhile, or braid is stopping", gone);
                }
            }
        }
        return list;
    }

    private WorkerFigures worker(int index, StatusReport.Worker report) {
        ForwardingWorker worker = workers.all().get(index);
        Counters counters = worker.counters();
        List<Counters> own = List.of(counters);
        PortTotals traffic = IntStream.range(0, Port.MAX_PORTS)
                .mapToObj(port -> PortTotals.read(own, port))
                .reduce(PortTotals.ZERO, PortTotals::plus);
        long suppressed = IntStream.range(0, Port.MAX_PORTS)
                .mapToLong(port -> counters.get(port, Counters.ERRORS_SUPPRESSED))
                .sum();
        HandoffRing ring = workers.shared().rings().get(index);
        return new WorkerFigures(
                worker.name(),
                report.cpu(),
                report.node(),
                traffic,
                suppressed,
                time(workers.threads().get(index).dutyCycle()),
                ring.size(),
                ring.capacity(),
                worker.held(),
                flows(worker.pins()));
    }

    private static WorkerFigures.Time time(DutyCycle cycle) {
        return new WorkerFigures.Time(
                cycle.cycles(),
                cycle.busyCycles(),
                cycle.longestCycleNanos(),
                cycle.recentLongestCycleNanos(System.nanoTime()),
                cycle.stalls(),
                cycle.stallThresholdNanos(),
                cycle.failures(),
                cycle.rests());
    }

    private static WorkerFigures.Flows flows(Pins pins) {
        FlowTableStats table = pins.table().stats();
        PinStats moves = pins.stats();
        return new WorkerFigures.Flows(
                table.size(),
                pins.table().capacity(),
                table.inserted(),
                table.expired(),
                table.displaced(),
                table.full(),
                moves.lost(),
                moves.flowlet(),
                moves.rebalanced(),
                moves.inherited());
    }

    private List<UplinkFigures> uplinkFigures() {
        List<UplinkView> views = conductor.views();
        var list = new ArrayList<UplinkFigures>();
        for (Uplink uplink : uplinks.get()) {
            UplinkView view = views.isEmpty() ? UplinkView.UNKNOWN : views.get(uplink.index());
            list.add(new UplinkFigures(
                    uplink.name(),
                    view.condition().drained(),
                    view.megabitsPerSecond() * BITS_PER_MEGABIT,
                    // A port that is being restarted has no counters to ask for, and would have the answer wait.
                    view.outOfUse() == null ? lost(uplink.port().statistics()) : null));
        }
        return list;
    }

    private static UplinkFigures.Lost lost(PortStatistics driver) {
        return new UplinkFigures.Lost(driver.rxMissed(), driver.rxNoBuffer(), driver.rxErrors(), driver.txErrors());
    }

    private static Moment.Pool pool(Map.Entry<Integer, PacketPool> entry) {
        PacketPool pool = entry.getValue();
        return new Moment.Pool(pool.name(), entry.getKey(), pool.size(), pool.available());
    }
}
