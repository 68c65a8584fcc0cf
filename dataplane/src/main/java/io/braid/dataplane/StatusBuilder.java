package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.StuckWorkers;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.latency.Latencies;
import io.braid.dataplane.port.NodePools;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.task.NicAddresses;
import io.braid.dataplane.task.Task;
import io.braid.dataplane.task.TaskKeeper;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.numa.WorkerThread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Puts together what {@code braid status} shows, from counters that workers write and views that the conductor leaves. Any thread. */
final class StatusBuilder {
    private volatile LoadedConfig loaded;
    private final Eal eal;
    private final NodePools pools;
    private final Supplier<List<Uplink>> uplinks;
    private final WorkerSet workers;
    private final NumaSetup numa;
    private final Conductor conductor;
    private final StuckWorkers stuck;
    private final TaskRegistry tasks;
    private final TaskGrants grants;
    private final TaskKeeper keeper;
    private final @Nullable Announcer announcer;
    private final Latencies latencies;
    private final UplinkReports uplinkReports;
    private final NicAddresses nicAddresses;
    private final long startedNanos = System.nanoTime();

    StatusBuilder(
            LoadedConfig loaded,
            Forwarding forwarding,
            TaskRegistry tasks,
            TaskGrants grants,
            TaskKeeper keeper,
            @Nullable Announcer announcer,
            Latencies latencies) {
        this.latencies = latencies;
        this.loaded = loaded;
        this.eal = forwarding.eal();
        this.pools = forwarding.pools();
        this.uplinks = forwarding.uplinks()::all;
        this.workers = forwarding.workers();
        this.numa = forwarding.numa();
        this.conductor = forwarding.conductor();
        this.stuck = forwarding.stuck();
        this.tasks = tasks;
        this.grants = grants;
        this.keeper = keeper;
        this.announcer = announcer;
        this.uplinkReports = new UplinkReports(uplinks, workers, conductor);
        this.nicAddresses = new NicAddresses(forwarding.uplinks()::places);
    }

    void adopt(LoadedConfig now) {
        loaded = now;
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
                uplinkReports.reports(totals),
                tasks.tasks().stream()
                        .map(task -> task(task, totals.get(task.port().port().id())))
                        .toList(),
                uplinks.get().stream().map(uplink -> punt(uplink, totals)).toList(),
                FlowStatusBuilder.build(
                        workers.pins().policy().label(), workers.pins().all()),
                UplinkReports.drops(all),
                StatusReport.Invariant.of(
                        all.rxPackets(),
                        all.generated(),
                        all.txPackets(),
                        all.dropped(),
                        all.consumed(),
                        workers.queued()),
                mempool(),
                announcer == null ? null : announcer.views().summary(),
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
                nicAddresses.named(task),
                task.port().mac().toString(),
                task.port().mtu(),
                UplinkReports.offloads(
                        task.port().receiveOffloads(), task.port().transmitOffloads()),
                task.home() < 0 ? null : task.home(),
                uplinkReports.pollers(task.port().port().id()),
                task.port().isConnected(),
                task.port().reportsLink()
                        ? new StatusReport.TaskQueues(
                                task.port().queues(), task.port().enabledQueues())
                        : null,
                task.label(),
                grants.status(task.name()),
                task.terms().job(),
                task.terms().limits(),
                new StatusReport.Traffic(own.rxPackets(), own.rxBytes()),
                new StatusReport.Traffic(own.txPackets(), own.txBytes()),
                UplinkReports.drops(own));
    }

    private static StatusReport.Punt punt(Uplink uplink, List<PortTotals> totals) {
        PortTotals own = totals.get(uplink.punt().port().id()).minus(uplink.puntBefore());
        return new StatusReport.Punt(
                uplink.name(),
                uplink.name(),
                new StatusReport.Traffic(own.rxPackets(), own.rxBytes()),
                new StatusReport.Traffic(own.txPackets(), own.txBytes()),
                UplinkReports.drops(own));
    }

    private List<String> warnings() {
        var list = new ArrayList<>(loaded.warnings());
        if (!eal.hugepages()) {
            list.add("packet buffers lie on ordinary pages; physical NICs need hugepages");
        }
        list.addAll(uplinkReports.warnings());
        list.addAll(numa.plan().warnings());
        list.addAll(stuck.now());
        String fault = latencies.fault();
        if (fault != null) {
            list.add(fault);
        }
        if (keeper.trouble() != null) {
            list.add(keeper.trouble());
        }
        if (announcer != null) {
            list.addAll(announcer.views().conflicts());
        }
        for (WorkerThread thread : workers.threads()) {
            thread.errors()
                    .entries()
                    .forEach(error -> list.add(thread.name() + ": " + error.error() + " (" + error.count()
                            + " times, last " + error.last() + ")"));
        }
        return list;
    }
}
