package io.braid.dataplane.cli;

import io.braid.dataplane.control.FlowReport;
import io.braid.dataplane.control.StatusReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes for people why a task's traffic goes where it goes. */
final class ExplanationText {
    private final ExplainCommand.Explanation what;
    private final StringBuilder text = new StringBuilder();

    ExplanationText(ExplainCommand.Explanation what) {
        this.what = what;
        port();
        paths("IPv4", true);
        paths("IPv6", false);
        flows();
        drops();
        announcement();
    }

    private void port() {
        StatusReport.Task task = what.task();
        text.append("task ")
                .append(task.task())
                .append(": ")
                .append(task.kind())
                .append(" port ")
                .append(task.device());
        text.append(task.job() == null ? ", of no job" : ", of job " + task.job())
                .append(", ");
        text.append(String.join(" and ", task.ips())).append('\n');
        if (!task.connected()) {
            text.append("its application is not there: nothing goes in or out, and it is not announced\n");
        }
        if (task.queues() != null && task.queues().enabled().isEmpty()) {
            text.append("its application has enabled no receive queue: what is for it is dropped (no_queue_enabled)\n");
        }
        text.append(
                task.homeNode() == null
                        ? "its CPUs are on no one NUMA node"
                        : "its CPUs are on NUMA node " + task.homeNode());
        text.append("; ").append(task.worker()).append(" moves its packets\n");
    }

    private void paths(String family, boolean four) {
        List<String> usable = new ArrayList<>();
        List<String> not = new ArrayList<>();
        for (StatusReport.Uplink uplink : what.status().uplinks()) {
            boolean can = four ? uplink.usable().ipv4() : uplink.usable().ipv6();
            if (can) {
                usable.add(uplink.name());
            } else {
                not.add(uplink.name() + " (" + (uplink.reason() == null ? "it has no gateway for it" : uplink.reason())
                        + ")");
            }
        }
        text.append(family)
                .append(" leaves by ")
                .append(usable.isEmpty() ? "no uplink: it is dropped (no_path)" : String.join(", ", usable));
        text.append(not.isEmpty() ? "" : "; not by " + String.join(", ", not)).append('\n');
    }

    /** Flows per uplink, and why. */
    private void flows() {
        FlowReport flows = what.flows();
        if (flows.matching() == 0) {
            text.append(
                    "no flow of it is known: it sent nothing of late, or only from addresses that are bound to one uplink\n");
            return;
        }
        Map<String, long[]> byUplink = new TreeMap<>();
        Map<String, Integer> reasons = new TreeMap<>();
        for (FlowReport.Flow flow : flows.flows()) {
            long[] sums = byUplink.computeIfAbsent(flow.uplink(), _ -> new long[2]);
            sums[0]++;
            sums[1] += flow.bitsPerSecond();
            reasons.merge(flow.why(), 1, Integer::sum);
        }
        text.append(flows.matching())
                .append(" flows, ")
                .append(Units.count(flows.bitsPerSecond()))
                .append("bit/s together");
        text.append(
                flows.matching() > flows.flows().size()
                        ? "; of the " + flows.flows().size() + " busiest:\n"
                        : ":\n");
        byUplink.forEach((uplink, sums) -> text.append("    ")
                .append(uplink)
                .append(": ")
                .append(sums[0])
                .append(" flows, ")
                .append(Units.count(sums[1]))
                .append("bit/s\n"));
        reasons.forEach((why, count) -> text.append("    uplink of ")
                .append(count)
                .append(": ")
                .append(why)
                .append('\n'));
    }

    private void drops() {
        if (what.task().drops().isEmpty()) {
            text.append("nothing of it was dropped\n");
        }
        what.task()
                .drops()
                .forEach((reason, count) -> text.append("dropped since it was attached: ")
                        .append(count)
                        .append(" for ")
                        .append(reason)
                        .append('\n'));
    }

    private void announcement() {
        text.append(
                what.announcement() == null
                        ? "it is not announced: there is no bgp section in the configuration, so the switch needs static routes\n"
                        : BgpText.explanation(what.announcement()));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
