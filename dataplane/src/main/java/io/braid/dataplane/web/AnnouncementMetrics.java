package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.counter;
import static io.braid.dataplane.web.Family.gauge;

import io.braid.dataplane.control.TaskAnnouncement;
import java.util.List;

/** Which tasks are announced and on whose word, and what was decided about that. */
final class AnnouncementMetrics implements MetricGroup {
    private static final String TASK = "task";

    private static final Family PATHS = gauge(
            "braid_task_announced_paths",
            "Paths that switches were told to the task's addresses, summed over addresses and switches; 0 when it is not announced.",
            TASK);
    private static final Family LEASED = gauge("braid_task_leased", "Whether anybody wants the task announced.", TASK);
    private static final Family WITHHELD =
            gauge("braid_task_withheld", "Whether an operator holds the task's announcement back.", TASK);
    private static final Family READY =
            gauge("braid_task_ready", "Whether the task is ready, as far as it said.", TASK);
    private static final Family CONFLICTS =
            gauge("braid_task_address_conflicts", "Other hosts' claims to the task's addresses.", TASK);
    private static final Family DECISIONS = counter(
            "braid_audit_decisions_total",
            "Decisions in the audit, also those that are left out of the log in a flood; refusals with their reason.",
            "action",
            "outcome",
            "reason");
    private static final Family GRANT_REFUSALS = counter(
            "braid_grant_refusals_total", "Grants that were refused, whatever the reason, and attaches without one.");

    @Override
    public List<Family> families() {
        return List.of(PATHS, LEASED, WITHHELD, READY, CONFLICTS, DECISIONS, GRANT_REFUSALS);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        for (TaskAnnouncement task : moment.announcements()) {
            to.add(
                    PATHS,
                    task.addresses().stream()
                            .mapToInt(address -> address.announcedBy().size())
                            .sum(),
                    task.task());
            to.add(LEASED, !task.lease().equals("none"), task.task());
            to.add(WITHHELD, task.withheld(), task.task());
            to.add(READY, task.ready(), task.task());
            to.add(CONFLICTS, task.conflicts().size(), task.task());
        }
        moment.decisions()
                .forEach((decision, count) ->
                        to.add(DECISIONS, count, decision.action(), decision.outcome(), decision.reason()));
        to.add(GRANT_REFUSALS, moment.refusedGrants());
    }
}
