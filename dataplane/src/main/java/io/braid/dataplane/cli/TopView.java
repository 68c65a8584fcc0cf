package io.braid.dataplane.cli;

import io.braid.dataplane.control.FlowReport;
import io.braid.dataplane.control.StatusReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;

/** Writes what happened between two moments: rates of uplinks, tasks and workers, drops by reason, the busiest flows. */
final class TopView {
    private static final int LONGEST_END = 47;

    private final StatusReport now;
    private final StatusReport then;
    private final FlowReport flows;
    private final double seconds;

    /**
     * @param then the earlier moment
     * @param now {@linkplain TopSample#follows follows} it
     */
    TopView(TopSample then, TopSample now) {
        this.then = then.status();
        this.now = now.status();
        this.flows = now.flows();
        this.seconds = (now.nanos() - then.nanos()) / 1e9;
    }

    /** All of it, line by line; the most important first, for what does not fit a screen is cut off below. */
    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(header());
        now.warnings().forEach(warning -> lines.add("warning: " + warning));
        add(lines, uplinks());
        add(lines, drops());
        add(lines, tasks());
        add(lines, workers());
        add(lines, flows());
        return lines;
    }

    private String header() {
        long free = now.mempool().size() == 0
                ? 0
                : Math.round(100.0 * now.mempool().available() / now.mempool().size());
        String bgp = now.bgp() == null
                ? ""
                : ", bgp " + now.bgp().established() + " of " + now.bgp().sessions();
        return "braid on " + now.host() + ", up " + Units.duration(now.uptimeSeconds()) + bgp + ", "
                + Units.count(now.flows().pinned()) + " flows, buffers " + free + "% free"
                + (now.invariant().balanced() ? "" : ", packets in flight");
    }

    private TextTable uplinks() {
        var table = new TextTable(
                "UPLINK", "LINK", "PATH", ">OUT BIT/S", ">SHARE", ">PKT/S", ">IN BIT/S", ">PKT/S", ">DROPS/S");
        Map<String, StatusReport.Uplink> before = new HashMap<>();
        then.uplinks().forEach(uplink -> before.put(uplink.name(), uplink));
        double all = now.uplinks().stream()
                .mapToDouble(uplink -> bits(uplink.tx(), old(before, uplink).tx()))
                .sum();
        for (StatusReport.Uplink uplink : now.uplinks()) {
            StatusReport.Uplink old = old(before, uplink);
            double out = bits(uplink.tx(), old.tx());
            table.row(
                    uplink.name(),
                    uplink.link() ? "up" : "DOWN",
                    path(uplink),
                    Units.count(Math.round(out)),
                    all > 0 ? Units.percent(out / all) : "-",
                    packets(uplink.tx(), old.tx()),
                    Units.count(Math.round(bits(uplink.rx(), old.rx()))),
                    packets(uplink.rx(), old.rx()),
                    rate(sum(uplink.drops()) - sum(old.drops())));
            if (uplink.reason() != null) {
                table.detail(uplink.reason());
            }
        }
        return table;
    }

    private static StatusReport.Uplink old(Map<String, StatusReport.Uplink> before, StatusReport.Uplink uplink) {
        return Objects.requireNonNullElse(before.get(uplink.name()), uplink);
    }

    private static String path(StatusReport.Uplink uplink) {
        boolean four = uplink.usable().ipv4();
        boolean six = uplink.usable().ipv6();
        return four && six ? "v4+v6" : four ? "v4" : six ? "v6" : "NONE";
    }

    private TextTable drops() {
        var table = new TextTable("DROPS", ">/S", ">SINCE START");
        now.drops().forEach((reason, count) -> {
            long more = count - then.drops().getOrDefault(reason, 0L);
            if (more > 0) {
                table.row(reason, rate(more), Units.count(count));
            }
        });
        return table;
    }

    private TextTable tasks() {
        var table = new TextTable("TASK", "PORT", "ADDRESS", ">OUT BIT/S", ">PKT/S", ">IN BIT/S", ">PKT/S", ">DROPS/S")
                .upTo(LONGEST_END);
        Map<String, StatusReport.Task> before = new HashMap<>();
        then.tasks().forEach(task -> before.put(task.task(), task));
        for (StatusReport.Task task : now.tasks()) {
            StatusReport.Task known = before.get(task.task());
            // One that was attached anew counts from zero.
            StatusReport.Task old =
                    known == null || known.rx().bytes() > task.rx().bytes() ? task : known;
            table.row(
                    task.task(),
                    task.kind() + (task.connected() ? "" : " (gone)"),
                    task.ips().isEmpty() ? "-" : task.ips().getFirst(),
                    Units.count(Math.round(bits(task.rx(), old.rx()))),
                    packets(task.rx(), old.rx()),
                    Units.count(Math.round(bits(task.tx(), old.tx()))),
                    packets(task.tx(), old.tx()),
                    rate(sum(task.drops()) - sum(old.drops())));
        }
        return table;
    }

    private TextTable workers() {
        var table = new TextTable("WORKER", ">CPU", ">NODE", ">BUSY", ">TURNS/S", ">LONGEST", ">STALLS");
        for (int i = 0; i < now.workers().size(); i++) {
            StatusReport.Worker worker = now.workers().get(i);
            StatusReport.Worker old = then.workers().get(i);
            long turns = worker.cycles() - old.cycles();
            table.row(
                    worker.name(),
                    worker.cpu(),
                    worker.node(),
                    turns > 0 ? Units.percent((double) (worker.busyCycles() - old.busyCycles()) / turns) : "-",
                    rate(turns),
                    worker.longestCycleMicros() + " us",
                    Units.count(worker.stalls()));
        }
        return table;
    }

    private TextTable flows() {
        var table = new TextTable("FLOW", "TO", "UPLINK", ">BIT/S", "TASK").upTo(LONGEST_END);
        for (FlowReport.Flow flow : flows.flows()) {
            if (flow.bitsPerSecond() > 0) {
                table.row(
                        flow.protocol() + " " + FlowText.end(flow.source(), flow.sourcePort()),
                        FlowText.end(flow.destination(), flow.destinationPort()),
                        flow.uplink() + (flow.waits() ? " (!)" : ""),
                        Units.count(flow.bitsPerSecond()),
                        flow.task() == null ? "-" : flow.task());
            }
        }
        return table;
    }

    private static void add(List<String> lines, TextTable table) {
        if (!table.isEmpty()) {
            lines.add("");
            table.toString().lines().forEach(lines::add);
        }
    }

    private double bits(StatusReport.Traffic after, StatusReport.Traffic before) {
        return Math.max(0, after.bytes() - before.bytes()) * 8 / seconds;
    }

    private String packets(StatusReport.Traffic after, StatusReport.Traffic before) {
        return rate(after.packets() - before.packets());
    }

    private String rate(long more) {
        return Units.count(Math.round(Math.max(0, more) / seconds));
    }

    private static long sum(SortedMap<String, Long> drops) {
        return drops.values().stream().mapToLong(Long::longValue).sum();
    }
}
