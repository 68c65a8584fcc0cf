package io.braid.dataplane.web;

import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskAnnouncement;
import io.braid.dataplane.latency.GcPauses;
import io.braid.dataplane.latency.LatencyFigures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the dashboard shows: answer of {@code GET /api/status}. The JSON names are the components' and only grow in number. It is less than what root gets over the control socket: no paths of
 * namespaces and sockets, no grants.
 *
 * @param at milliseconds since 1970; the same for the same counters
 * @param host the configured host name
 * @param version Braid's own
 * @param uptimeSeconds since forwarding began
 * @param uplinks in the order of the configuration
 * @param tasks by name
 * @param peers the sessions with switches; empty without {@code bgp}
 * @param workers in worker order
 * @param latencies how long packets stayed of late, where there were any
 * @param pauses collections of garbage, during which all workers stand still
 * @param flows the flows that are remembered
 * @param drops packets dropped, by reason
 * @param stages packets by where they came from and went to
 * @param mempool the packet buffers
 * @param warnings sentences for the operator
 * @param events the newest first
 */
public record Overview(
        long at,
        String host,
        String version,
        long uptimeSeconds,
        List<Uplink> uplinks,
        List<Task> tasks,
        List<Peer> peers,
        List<Worker> workers,
        List<Latency> latencies,
        GcPauses.Figures pauses,
        Flows flows,
        SortedMap<String, Long> drops,
        Stages stages,
        Mempool mempool,
        List<String> warnings,
        List<Event> events) {
    public Overview {
        uplinks = List.copyOf(uplinks);
        tasks = List.copyOf(tasks);
        peers = List.copyOf(peers);
        workers = List.copyOf(workers);
        latencies = List.copyOf(latencies);
        warnings = List.copyOf(warnings);
        events = List.copyOf(events);
    }

    /**
     * A NIC.
     *
     * @param speed bits per second, 0 if not known
     * @param ipv4 whether IPv4 may leave by it
     * @param ipv6 whether IPv6 may
     * @param reason why it is not usable, null when it is
     */
    public record Uplink(
            String name,
            boolean link,
            boolean drained,
            long speed,
            boolean ipv4,
            boolean ipv6,
            @Nullable String reason,
            StatusReport.Traffic rx,
            StatusReport.Traffic tx) {}

    /**
     * A task.
     *
     * @param announcement in words, null without {@code bgp}
     * @param announced whether any of its addresses is
     * @param rx from the task
     * @param tx to the task
     */
    public record Task(
            String name,
            List<String> ips,
            String worker,
            boolean connected,
            boolean announced,
            @Nullable String announcement,
            StatusReport.Traffic rx,
            StatusReport.Traffic tx,
            long drops) {
        public Task {
            ips = List.copyOf(ips);
        }
    }

    /**
     * A switch.
     *
     * @param bgp the session's state
     * @param bfd that of the BFD session, null without one
     * @param routes that it was told
     */
    public record Peer(
            String peer,
            String uplink,
            String bgp,
            @Nullable String bfd,
            long routes) {}

    /**
     * A polling thread.
     *
     * @param longestMicros the longest turn lately
     * @param packets received
     */
    public record Worker(
            String name, int cpu, int node, long cycles, long busy, long longestMicros, long stalls, long packets) {}

    /**
     * How long packets stayed with a worker or in the ring to it in the last minute, by samples.
     *
     * @param stage {@code worker} or {@code ring}
     * @param p50Nanos half of the samples did not exceed it; likewise the others
     */
    public record Latency(
            String worker,
            String stage,
            long samples,
            long p50Nanos,
            long p90Nanos,
            long p99Nanos,
            long p999Nanos,
            long mostNanos) {}

    /**
     * Flows of all workers.
     *
     * @param moved flows that changed their uplink since start
     */
    public record Flows(long pinned, long capacity, long inserted, long moved) {}

    /**
     * Packets since start, by where they came from and where they went.
     *
     * @param handed waiting to be handed over between workers now
     */
    public record Stages(
            long fromUplinks,
            long fromTasks,
            long fromKernel,
            long toUplinks,
            long toTasks,
            long toKernel,
            long generated,
            long consumed,
            long dropped,
            long handed) {}

    /** Packet buffers. */
    public record Mempool(long size, long available) {}

    static Overview of(Moment moment, long at, List<Event> events) {
        StatusReport status = moment.status();
        Map<String, UplinkFigures> figures = new TreeMap<>();
        moment.uplinks().forEach(uplink -> figures.put(uplink.name(), uplink));
        return new Overview(
                at,
                status.host(),
                status.version(),
                status.uptimeSeconds(),
                status.uplinks().stream()
                        .map(uplink -> uplink(uplink, figures.get(uplink.name())))
                        .toList(),
                status.tasks().stream().map(task -> task(task, moment)).toList(),
                peers(moment.bgp()),
                moment.workers().stream().map(Overview::worker).toList(),
                moment.latencies().stream()
                        .filter(latency -> latency.recent().count() > 0)
                        .map(Overview::latency)
                        .toList(),
                moment.pauses(),
                new Flows(
                        status.flows().pinned(),
                        status.flows().capacity(),
                        status.flows().inserted(),
                        status.flows().lost()
                                + status.flows().flowlet()
                                + status.flows().rebalanced()),
                status.drops(),
                stages(status),
                new Mempool(status.mempool().size(), status.mempool().available()),
                status.warnings(),
                events);
    }

    private static Uplink uplink(StatusReport.Uplink uplink, @Nullable UplinkFigures figures) {
        return new Uplink(
                uplink.name(),
                uplink.link(),
                figures != null && figures.drained(),
                figures == null ? 0 : figures.bitsPerSecond(),
                uplink.usable().ipv4(),
                uplink.usable().ipv6(),
                uplink.reason(),
                uplink.rx(),
                uplink.tx());
    }

    private static Task task(StatusReport.Task task, Moment moment) {
        Optional<TaskAnnouncement> announcement = moment.announcements().stream()
                .filter(one -> one.task().equals(task.task()))
                .findAny();
        return new Task(
                task.task(),
                task.ips(),
                task.worker(),
                task.connected(),
                announcement.stream()
                        .flatMap(one -> one.addresses().stream())
                        .anyMatch(address -> !address.announcedBy().isEmpty()),
                announcement.map(Overview::words).orElse(null),
                task.rx(),
                task.tx(),
                task.drops().values().stream().mapToLong(Long::longValue).sum());
    }

    private static String words(TaskAnnouncement task) {
        long paths = task.addresses().stream()
                .mapToLong(address -> address.announcedBy().size())
                .sum();
        Stream<String> why = task.addresses().stream()
                .flatMap(address -> address.reasons().stream())
                .map(TaskAnnouncement.Reason::text);
        return paths > 0
                ? "over " + paths + (paths == 1 ? " path" : " paths")
                : why.findFirst().orElse("not announced");
    }

    private static List<Peer> peers(@Nullable BgpReport bgp) {
        return bgp == null
                ? List.of()
                : bgp.peers().stream()
                        .map(peer -> new Peer(
                                peer.peer(),
                                peer.uplink(),
                                peer.state(),
                                peer.bfd() == null ? null : peer.bfd().state(),
                                peer.advertised().values().stream()
                                        .mapToLong(Integer::longValue)
                                        .sum()))
                        .toList();
    }

    private static Latency latency(LatencyFigures figures) {
        LatencyFigures.Percentiles recent = figures.recent();
        return new Latency(
                figures.worker(),
                figures.stage().name().toLowerCase(Locale.ROOT),
                recent.count(),
                recent.p50(),
                recent.p90(),
                recent.p99(),
                recent.p999(),
                recent.most());
    }

    private static Worker worker(WorkerFigures worker) {
        return new Worker(
                worker.name(),
                worker.cpu(),
                worker.node(),
                worker.time().cycles(),
                worker.time().busy(),
                worker.time().recentLongestNanos() / 1000,
                worker.time().stalls(),
                worker.traffic().rxPackets());
    }

    private static Stages stages(StatusReport status) {
        return new Stages(
                status.uplinks().stream()
                        .mapToLong(uplink -> uplink.rx().packets())
                        .sum(),
                status.tasks().stream().mapToLong(task -> task.rx().packets()).sum(),
                status.punt().stream().mapToLong(punt -> punt.rx().packets()).sum(),
                status.uplinks().stream()
                        .mapToLong(uplink -> uplink.tx().packets())
                        .sum(),
                status.tasks().stream().mapToLong(task -> task.tx().packets()).sum(),
                status.punt().stream().mapToLong(punt -> punt.tx().packets()).sum(),
                status.invariant().generated(),
                status.invariant().consumed(),
                status.invariant().dropped(),
                status.invariant().queued());
    }
}
