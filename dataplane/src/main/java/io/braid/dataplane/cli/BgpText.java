package io.braid.dataplane.cli;

import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.RouteReport;
import io.braid.dataplane.control.TaskAnnouncement;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes what {@code braid bgp} shows as tables. */
final class BgpText {
    private BgpText() {}

    static String peers(BgpReport report, boolean history) {
        var table = new TextTable(
                "SWITCH",
                "UPLINK",
                ">AS",
                "STATE",
                "BFD",
                ">HOLD",
                ">TOLD v4",
                ">v6",
                ">HEARD v4",
                ">v6",
                ">UP",
                ">DOWN");
        for (BgpReport.Peer peer : report.peers()) {
            BgpReport.Bfd bfd = peer.bfd();
            table.row(
                    peer.peer(),
                    peer.uplink(),
                    peer.asn(),
                    peer.state(),
                    bfd == null ? "-" : bfd.state(),
                    peer.holdSeconds() == null ? "-" : peer.holdSeconds() + " s",
                    count(peer.advertised(), "ipv4-unicast"),
                    count(peer.advertised(), "ipv6-unicast"),
                    count(peer.received(), "ipv4-unicast"),
                    count(peer.received(), "ipv6-unicast"),
                    peer.events().getOrDefault("established", 0L),
                    peer.events().getOrDefault("down", 0L));
            if (peer.peer().length() > TextTable.MAX_CELL) {
                table.detail("switch " + peer.peer());
            }
            if (peer.fault() != null) {
                table.detail(peer.fault());
            }
            if (bfd != null && bfd.fault() != null) {
                table.detail("BFD: " + bfd.fault());
            }
            if (history) {
                peer.history()
                        .forEach(change -> table.detail(change.at() + " " + change.from() + " -> " + change.to() + ": "
                                + change.reason() + (change.count() > 1 ? " (" + change.count() + " times)" : "")));
            }
        }
        var text = new StringBuilder("AS " + report.asn() + ", router id " + report.routerId() + "\n");
        report.listening().forEach(line -> text.append(line).append('\n'));
        if (report.strangers() > 0) {
            text.append(report.strangers()).append(" connections from strangers refused\n");
        }
        return text.append('\n').append(table).toString();
    }

    private static Object count(Map<String, Integer> counts, String family) {
        Integer count = counts.get(family);
        return count == null ? "-" : count;
    }

    static String routes(RouteReport report) {
        if (report.routes().isEmpty()) {
            return "no routes\n";
        }
        var table = new TextTable("PREFIX", "SWITCH", ">PATH", "NEXT HOP", "REFUSED");
        for (RouteReport.Route route : report.routes()) {
            table.row(
                    route.prefix(),
                    route.peer(),
                    route.pathId() == 0 ? "-" : route.pathId(),
                    route.nextHop().isEmpty() ? "-" : route.nextHop(),
                    route.refused() == null ? "-" : route.refused());
            if (route.prefix().length() > TextTable.MAX_CELL) {
                table.detail(route.prefix());
            }
            if (!route.attributes().isEmpty()) {
                table.detail(route.attributes());
            }
        }
        return table + (report.more() > 0 ? "and " + report.more() + " more\n" : "");
    }

    static String explanation(TaskAnnouncement task) {
        var text = new StringBuilder("task " + task.task() + ": lease " + task.lease()
                + (task.withheld() ? ", held back by an operator (braid announce " + task.task() + ")" : "") + "\n");
        if (!task.ready()) {
            text.append("it says that it is not ready\n");
        }
        task.conflicts().forEach(conflict -> text.append(conflict).append('\n'));
        if (task.grant() != null) {
            text.append("grant ").append(GrantText.describe(task.grant()));
            text.append(
                    task.grant().expired() ? "; another: braid grant renew " + task.task() + " --grant FILE\n" : "\n");
        }
        for (TaskAnnouncement.Address address : task.addresses()) {
            text.append(address.ip()).append(" to ").append(address.peer()).append(": ");
            text.append(
                    address.announcedBy().isEmpty()
                            ? "not announced"
                            : "announced by " + String.join(", ", address.announcedBy()));
            String reasons = address.reasons().stream()
                    .map(reason -> (reason.uplink() == null ? "" : reason.uplink() + ": ") + reason.text())
                    .collect(Collectors.joining("; "));
            text.append(reasons.isEmpty() ? "" : " (" + reasons + ")").append('\n');
        }
        return text.toString();
    }
}
