package io.braid.dataplane.cli;

import io.braid.dataplane.control.FlowStatus;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.StatusReport.Gateway;
import io.braid.dataplane.control.StatusReport.Invariant;
import io.braid.dataplane.control.StatusReport.Task;
import io.braid.dataplane.control.StatusReport.Uplink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Writes a status report as tables that fit in 100 columns: what is wrong first, then uplinks, tasks, drops and workers. */
final class StatusText {
    private static final String NOT_USABLE = "-";
    private static final int MAX_JOB = 80;

    private StatusText() {}

    static String of(StatusReport report) {
        var text = new StringBuilder();
        text.append("braid ").append(report.version()).append(" on ").append(report.host());
        text.append(", pid ").append(report.pid()).append(", up ").append(Units.duration(report.uptimeSeconds()));
        text.append('\n');
        text.append("DPDK ").append(report.dpdk().version()).append(", ");
        text.append(Units.memory(report.dpdk().memory()));
        text.append(report.dpdk().hugepages() ? " in hugepages" : " in ordinary pages");
        text.append(", ").append(Units.count(report.mempool().inUse())).append(" of ");
        text.append(Units.count(report.mempool().size())).append(" buffers in use\n");
        for (String warning : report.warnings()) {
            text.append("warning: ").append(warning).append('\n');
        }
        section(text, uplinks(report));
        StatusReport.Bgp bgp = report.bgp();
        if (bgp != null) {
            text.append("\nBGP: ").append(bgp.established()).append(" of ").append(bgp.sessions());
            text.append(" sessions established, ").append(bgp.routes()).append(" routes announced (braid bgp peers)\n");
        }
        section(text, tasks(report));
        section(text, punt(report));
        section(text, flows(report.flows()));
        section(text, drops(report));
        section(text, workers(report));
        text.append('\n').append(invariant(report.invariant()));
        return text.toString();
    }

    private static void section(StringBuilder text, TextTable table) {
        if (!table.isEmpty()) {
            text.append('\n').append(table);
        }
    }

    private static TextTable uplinks(StatusReport report) {
        var table = new TextTable(
                "UPLINK", "LINK", "USABLE", ">MTU", ">RX PKTS", ">RX BYTES", ">TX PKTS", ">TX BYTES", ">SHARE");
        for (Uplink uplink : report.uplinks()) {
            table.row(
                    uplink.name(),
                    uplink.link() ? "up" : "down",
                    usable(uplink.usable()),
                    uplink.mtu(),
                    Units.count(uplink.rx().packets()),
                    Units.bytes(uplink.rx().bytes()),
                    Units.count(uplink.tx().packets()),
                    Units.bytes(uplink.tx().bytes()),
                    Units.percent(uplink.share()));
            if (uplink.reason() != null) {
                boolean partly = uplink.usable().ipv4() || uplink.usable().ipv6();
                table.detail((partly ? "partly usable: " : "not usable: ") + uplink.reason());
            }
            for (String line : receiving(uplink)) {
                table.detail(line);
            }
            for (Gateway gateway : uplink.gateways()) {
                String mac = gateway.mac() == null ? "" : " " + gateway.mac();
                table.detail("gateway " + gateway.address() + " " + gateway.state() + mac);
            }
        }
        return table;
    }

    private static List<String> receiving(Uplink uplink) {
        var lines = new ArrayList<String>();
        String node = uplink.node() == null ? "" : "node " + uplink.node() + ", ";
        String hits = uplink.ruleHits() == null ? "" : ", " + Units.count(uplink.ruleHits()) + " packets matched";
        String rules = uplink.rules() == 0 ? "" : " (" + uplink.rules() + hits + ")";
        lines.add(node + "steering by " + uplink.steering() + rules);
        for (StatusReport.Queue queue : uplink.queues()) {
            if (uplink.queues().size() > 1) {
                lines.add("queue " + queue.queue() + " " + queue.worker() + " " + Units.count(queue.packets()));
            }
        }
        offloads(uplink.offloads()).forEach(lines::add);
        if (uplink.steeringTrouble() != null) {
            lines.add(uplink.steeringTrouble());
        }
        return lines;
    }

    private static List<String> offloads(StatusReport.Offloads offloads) {
        var lines = new ArrayList<String>();
        if (!offloads.receive().isEmpty()) {
            lines.add("leaves to Braid: " + String.join(" ", offloads.receive()));
        }
        if (!offloads.transmit().isEmpty()) {
            lines.add("finishes itself: " + String.join(" ", offloads.transmit()));
        }
        return lines;
    }

    private static String usable(StatusReport.Usable usable) {
        if (usable.ipv4()) {
            return usable.ipv6() ? "v4 v6" : "v4";
        }
        return usable.ipv6() ? "v6" : NOT_USABLE;
    }

    private static TextTable tasks(StatusReport report) {
        var table = new TextTable(
                "TASK", "DEVICE", "KIND", ">MTU", ">RX PKTS", ">RX BYTES", ">TX PKTS", ">TX BYTES", ">DROPS");
        for (Task task : report.tasks()) {
            table.row(
                    task.task(),
                    task.device(),
                    task.kind(),
                    task.mtu(),
                    Units.count(task.rx().packets()),
                    Units.bytes(task.rx().bytes()),
                    Units.count(task.tx().packets()),
                    Units.bytes(task.tx().bytes()),
                    Units.count(sum(task.drops())));
            if (task.task().length() > TextTable.MAX_CELL) {
                table.detail("task " + task.task());
            }
            for (String ip : task.ips()) {
                table.detail("ip " + ip);
            }
            for (var nic : task.nicAddresses()) {
                table.detail("nic " + nic.uplink() + " " + nic.address());
            }
            if (task.homeNode() != null) {
                table.detail("node " + task.homeNode() + ", served by " + task.worker());
            }
            offloads(task.offloads()).forEach(table::detail);
            if (!task.connected()) {
                table.detail("its application is not there");
            }
            StatusReport.TaskQueues queues = task.queues();
            if (queues != null && task.connected() && queues.enabled().size() < queues.count()) {
                table.detail("takes packets on " + queues.enabled().size() + " of its " + queues.count() + " queues");
            }
            if (task.netns() != null) {
                table.detail("in " + task.netns());
            }
            if (task.job() != null) {
                table.detail("job " + shortened(task.job()));
            }
            String limits = LimitText.describe(task.limits());
            if (!limits.isEmpty()) {
                table.detail("at most " + limits);
            }
            if (task.grant() != null) {
                table.detail("grant " + GrantText.describe(task.grant()));
            }
        }
        return table;
    }

    private static String shortened(String job) {
        return job.length() <= MAX_JOB ? job : job.substring(0, MAX_JOB - 3) + "...";
    }

    private static TextTable punt(StatusReport report) {
        var table = new TextTable("HOST TAP", "UPLINK", ">RX PKTS", ">RX BYTES", ">TX PKTS", ">TX BYTES", ">DROPS");
        for (StatusReport.Punt punt : report.punt()) {
            table.row(
                    punt.device(),
                    punt.uplink(),
                    Units.count(punt.rx().packets()),
                    Units.bytes(punt.rx().bytes()),
                    Units.count(punt.tx().packets()),
                    Units.bytes(punt.tx().bytes()),
                    Units.count(sum(punt.drops())));
        }
        return table;
    }

    private static TextTable flows(FlowStatus flows) {
        var table = new TextTable("FLOWS BY", ">PINNED", ">OF", ">NEW", ">EXPIRED", ">NO ROOM", ">LOST PATH", ">MOVED");
        if (flows.capacity() > 0) {
            table.row(
                    flows.policy(),
                    Units.count(flows.pinned()),
                    Units.count(flows.capacity()),
                    Units.count(flows.inserted()),
                    Units.count(flows.expired()),
                    Units.count(flows.unpinned()),
                    Units.count(flows.lost()),
                    Units.count(flows.flowlet() + flows.rebalanced()));
        }
        return table;
    }

    private static TextTable drops(StatusReport report) {
        var table = new TextTable(">PACKETS", "DROPPED BECAUSE");
        report.drops().entrySet().stream()
                .filter(drop -> drop.getValue() != 0)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(drop -> table.row(drop.getValue(), drop.getKey()));
        return table;
    }

    private static TextTable workers(StatusReport report) {
        var table = new TextTable("WORKER", ">CPU", ">NODE", ">TURNS", ">BUSY", ">LONGEST", ">STALLS", ">ERRORS");
        for (StatusReport.Worker worker : report.workers()) {
            table.row(
                    worker.name(),
                    worker.cpu(),
                    worker.node(),
                    Units.count(worker.cycles()),
                    Units.percent(worker.cycles() == 0 ? 0 : (double) worker.busyCycles() / worker.cycles()),
                    worker.longestCycleMicros() + " us",
                    Units.count(worker.stalls()),
                    Units.count(worker.errors()));
        }
        return table;
    }

    private static String invariant(Invariant packets) {
        return "packets: " + packets.received() + " received + " + packets.generated() + " generated "
                + (packets.balanced() ? "=" : "!=")
                + "\n         " + packets.sent() + " sent + " + packets.dropped() + " dropped + " + packets.consumed()
                + " consumed + " + packets.queued() + " queued\n";
    }

    private static long sum(Map<String, Long> drops) {
        return drops.values().stream().mapToLong(Long::longValue).sum();
    }
}
