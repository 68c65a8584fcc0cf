package io.braid.dataplane.cli;

import io.braid.dataplane.control.FlowReport;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes flows for people. */
final class FlowText {
    /** An IPv6 address in brackets with its port. */
    private static final int LONGEST_END = 47;

    private FlowText() {}

    static String of(FlowReport report) {
        var text = new StringBuilder();
        var table = new TextTable("TASK", "PROTO", "FROM", "TO", "UPLINK", ">BIT/S", ">BYTES", ">IDLE", "STATE")
                .upTo(LONGEST_END);
        // Why is mostly the same for all: once for each reason, below.
        Map<String, Integer> reasons = new LinkedHashMap<>();
        boolean waits = false;
        for (FlowReport.Flow flow : report.flows()) {
            table.row(
                    flow.task() == null ? "-" : flow.task(),
                    flow.protocol(),
                    end(flow.source(), flow.sourcePort()),
                    end(flow.destination(), flow.destinationPort()),
                    flow.uplink() + (flow.waits() ? " (!)" : ""),
                    Units.count(flow.bitsPerSecond()),
                    Units.bytes(flow.bytes()),
                    idle(flow.idleMillis()),
                    flow.state());
            reasons.merge(flow.why(), 1, Integer::sum);
            waits |= flow.waits();
        }
        if (!table.isEmpty()) {
            text.append(table).append('\n');
        }
        text.append(Units.count(report.matching()))
                .append(" of ")
                .append(Units.count(report.all()))
                .append(" flows match, ")
                .append(Units.count(report.bitsPerSecond()))
                .append("bit/s together; shown: ")
                .append(report.flows().size())
                .append('\n');
        reasons.forEach((why, count) ->
                text.append("uplink of ").append(count).append(": ").append(why).append('\n'));
        if (waits) {
            text.append("(!) no uplink can be used: their packets are dropped; braid status says why\n");
        }
        return text.toString();
    }

    static String end(String address, int port) {
        if (port == 0) {
            return address;
        }
        return address.indexOf(':') >= 0 ? "[" + address + "]:" + port : address + ":" + port;
    }

    private static String idle(long millis) {
        return millis < 1000 ? millis + " ms" : Units.duration(millis / 1000);
    }
}
