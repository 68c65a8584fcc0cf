package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.ReceiveSteering;
import io.braid.dataplane.conductor.StuckWorkers;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.engine.PortBinding;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.MacAddress;
import io.braid.dataplane.port.NodePools;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.task.NicAddresses;
import io.braid.dataplane.task.Task;
import io.braid.dataplane.task.TaskKeeper;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortStatistics;
import io.braid.numa.WorkerThread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Puts together what {@code braid status} shows, from counters that workers write and views that the conductor leaves. Any thread. */
final class StatusBuilder {
    private final LoadedConfig loaded;
    private final Eal eal;
    private final NodePools pools;
    private final List<Uplink> uplinks;
    private final WorkerSet workers;
    private final NumaSetup numa;
    private final Conductor conductor;
    private final StuckWorkers stuck;
    private final TaskRegistry tasks;
    private final TaskGrants grants;
    private final TaskKeeper keeper;
    private final @Nullable Announcer announcer;
    private final long startedNanos = System.nanoTime();

    StatusBuilder(
            LoadedConfig loaded,
            Eal eal,
            NodePools pools,
            List<Uplink> uplinks,
            WorkerSet workers,
            NumaSetup numa,
            Conductor conductor,
            StuckWorkers stuck,
            TaskRegistry tasks,
            TaskGrants grants,
            TaskKeeper keeper,
            @Nullable Announcer announcer) {
        this.loaded = loaded;
        this.eal = eal;
        this.pools = pools;
        this.uplinks = List.copyOf(uplinks);
        this.workers = workers;
        this.numa = numa;
        this.conductor = conductor;
        this.stuck = stuck;
        this.tasks = tasks;
        this.grants = grants;
        this.keeper = keeper;
        this.announcer = announcer;
    }

    StatusReport build() {
        List<PortTotals> totals =
                IntStream.range(0, Port.MAX_PORTS).mapToObj(conductor::totals).toList();
        PortTotals all = totals.stream().reduce(PortTotals.ZERO, PortTotals::plus);
        return new StatusReport(
                loaded.config().host().toString(),
                Version.text(),
                ProcessHandle.current().pid(),
                (System.nanoTime() - startedNanos) / 1_000_000_000L,
                new StatusReport.Dpdk(
                        eal.version().replace("DPDK ", ""),
                        eal.hugepages(),
                        loaded.config().dpdk().memory().bytes()),
                IntStream.range(0, workers.threads().size())
                        .mapToObj(this::worker)
                        .toList(),
                uplinkReports(totals),
                tasks.tasks().stream()
                        .map(task -> task(task, totals.get(task.port().port().id())))
                        .toList(),
                uplinks.stream().map(uplink -> punt(uplink, totals)).toList(),
                FlowStatusBuilder.build(
                        workers.pins().policy().label(), workers.pins().all()),
                drops(all),
                StatusReport.Invariant.of(
                        all.rxPackets(),
                        all.generated(),
                        all.txPackets(),
                        all.dropped(),
                        all.consumed(),
                        workers.queued()),
                mempool(),
                announcer == null ? null : announcer.summary(),
                warnings());
    }

    private StatusReport.Mempool mempool() {
        Collection<PacketPool> all = pools.byNode().values();
        return new StatusReport.Mempool(
                String.join(" ", all.stream().map(PacketPool::name).toList()),
                all.stream().mapToLong(PacketPool::size).sum(),
                all.stream().mapToLong(PacketPool::inUse).sum(),
                all.stream().mapToLong(PacketPool::available).sum());
    }

    private StatusReport.Worker worker(int index) {
        WorkerThread thread = workers.threads().get(index);
        var cycle = thread.dutyCycle();
        return new StatusReport.Worker(
                thread.name(),
                thread.cpu(),
                numa.workerNodes().get(index),
                cycle.cycles(),
                cycle.busyCycles(),
                cycle.longestCycleNanos() / 1000,
                cycle.stalls(),
                cycle.failures());
    }

    private List<StatusReport.Uplink> uplinkReports(List<PortTotals> totals) {
        long sent = uplinks.stream()
                .mapToLong(uplink -> totals.get(uplink.port().id()).txBytes())
                .sum();
        List<UplinkView> views = conductor.views();
        var reports = new ArrayList<StatusReport.Uplink>();
        for (Uplink uplink : uplinks) {
            UplinkView view = views.isEmpty() ? UplinkView.UNKNOWN : views.get(uplink.index());
            PortTotals own = totals.get(uplink.port().id());
            int node = numa.plan().nics().get(uplink.index()).node();
            ReceiveSteering steering = conductor.moves().steering().get(uplink.index());
            reports.add(new StatusReport.Uplink(
                    uplink.name(),
                    uplink.config().device().toString(),
                    uplink.port().id(),
                    uplink.mac().toString(),
                    uplink.config().mtu(),
                    node < 0 ? null : node,
                    steering.mode().label(),
                    steering.rules(),
                    steering.hits(),
                    steering.trouble(),
                    queues(uplink.port().id()),
                    view.linkUp(),
                    new StatusReport.Usable(view.usable4(), view.usable6()),
                    whyNotUsable(view),
                    view.gateways().stream().map(StatusBuilder::gateway).toList(),
                    new StatusReport.Traffic(own.rxPackets(), own.rxBytes()),
                    new StatusReport.Traffic(own.txPackets(), own.txBytes()),
                    sent == 0 ? 0 : (double) own.txBytes() / sent,
                    drops(own)));
        }
        return reports;
    }

    private List<PortBinding.Input> inputs(int port) {
        return workers.shared().snapshots().get().bindings().stream()
                .filter(binding -> binding.port() == port)
                .flatMap(binding -> binding.inputs().stream())
                .toList();
    }

    private List<StatusReport.Queue> queues(int port) {
        return inputs(port).stream()
                .map(input -> new StatusReport.Queue(
                        input.queue(),
                        workerName(input.worker()),
                        workers.shared().queues().packets(port, input.queue())))
                .toList();
    }

    private String workerName(int worker) {
        return workers.all().get(worker).name();
    }

    private static @Nullable String whyNotUsable(UplinkView view) {
        if (view.outOfUse() != null) {
            return view.outOfUse();
        }
        if (!view.linkUp()) {
            return "link down";
        }
        for (UplinkView.GatewayView gateway : view.gateways()) {
            boolean resolved = gateway.address() instanceof Ipv4Address ? view.resolved4() : view.resolved6();
            if (!resolved) {
                return "gateway " + gateway.address() + " does not answer";
            }
        }
        List<String> reasons = view.condition().reasons();
        return reasons.isEmpty() ? null : String.join("; ", reasons);
    }

    private static StatusReport.Gateway gateway(UplinkView.GatewayView gateway) {
        return new StatusReport.Gateway(
                gateway.address().toString(),
                gateway.state().name().toLowerCase(Locale.ROOT),
                gateway.mac() == 0 ? null : new MacAddress(gateway.mac()).toString());
    }

    /**
     * One task alone, which costs less than all.
     *
     * @throws ControlException if it is not attached
     */
    StatusReport.Task task(String name) {
        return tasks.tasks().stream()
                .filter(task -> task.name().equals(name))
                .findAny()
                .map(task -> task(task, conductor.totals(task.port().port().id())))
                .orElseThrow(() ->
                        new ControlException(ControlException.Kind.NOT_FOUND, "no task " + name + " is attached"));
    }

    private StatusReport.Task task(Task task, PortTotals port) {
        PortTotals own = port.minus(task.before());
        return new StatusReport.Task(
                task.name(),
                task.kind(),
                task.port().device(),
                task.netns(),
                task.ips().stream().map(Object::toString).toList(),
                new NicAddresses(loaded.config().uplinks()).named(task),
                task.port().mac().toString(),
                task.port().mtu(),
                task.home() < 0 ? null : task.home(),
                inputs(task.port().port().id()).stream()
                        .map(input -> workerName(input.worker()))
                        .collect(Collectors.joining(" ")),
                task.port().isConnected(),
                task.label(),
                grants.status(task.name()),
                new StatusReport.Traffic(own.rxPackets(), own.rxBytes()),
                new StatusReport.Traffic(own.txPackets(), own.txBytes()),
                drops(own));
    }

    private static StatusReport.Punt punt(Uplink uplink, List<PortTotals> totals) {
        PortTotals own = totals.get(uplink.punt().port().id());
        return new StatusReport.Punt(
                uplink.name(),
                uplink.name(),
                new StatusReport.Traffic(own.rxPackets(), own.rxBytes()),
                new StatusReport.Traffic(own.txPackets(), own.txBytes()),
                drops(own));
    }

    private static SortedMap<String, Long> drops(PortTotals totals) {
        var map = new TreeMap<String, Long>();
        for (Map.Entry<Reason, Long> entry : totals.ended().entrySet()) {
            if (!entry.getKey().consumed()) {
                map.put(entry.getKey().metricName(), entry.getValue());
            }
        }
        return map;
    }

    private List<String> warnings() {
        var list = new ArrayList<>(loaded.warnings());
        if (!eal.hugepages()) {
            list.add("packet buffers lie on ordinary pages; physical NICs need hugepages");
        }
        List<UplinkView> views = conductor.views();
        for (Uplink uplink : uplinks) {
            // A port that is being restarted has no counters to ask for, and would have the answer wait.
            if (views.isEmpty() || views.get(uplink.index()).outOfUse() == null) {
                addDriverLosses(uplink, list);
            }
        }
        list.addAll(numa.plan().warnings());
        list.addAll(stuck.now());
        if (keeper.trouble() != null) {
            list.add(keeper.trouble());
        }
        if (announcer != null) {
            list.addAll(announcer.conflicts());
        }
        for (WorkerThread thread : workers.threads()) {
            thread.errors()
                    .entries()
                    .forEach(error -> list.add(thread.name() + ": " + error.error() + " (" + error.count()
                            + " times, last " + error.last() + ")"));
        }
        return list;
    }

    /** What an uplink's driver lost by its own count: packets that Braid never saw, or gave away and that were not sent. */
    private static void addDriverLosses(Uplink uplink, List<String> warnings) {
        PortStatistics driver = uplink.port().statistics();
        if (driver.rxMissed() + driver.rxErrors() + driver.rxNoBuffer() + driver.txErrors() > 0) {
            warnings.add("uplink " + uplink.name() + ": its driver lost packets: " + driver.rxMissed()
                    + " for want of room in its queue, "
                    + driver.rxNoBuffer() + " for want of a buffer, " + driver.rxErrors() + " with receive errors, "
                    + driver.txErrors()
                    + " with transmit errors");
        }
    }
}
