package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.counter;
import static io.braid.dataplane.web.Family.gauge;

import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.control.StatusReport;
import java.time.Instant;
import java.util.List;

/** What tasks send and get. A task's counters begin with its attach; there are at most as many tasks as DPDK has ports. */
final class TaskMetrics implements MetricGroup {
    private static final String TASK = "task";
    private static final double MILLIS_PER_SECOND = 1000;

    private static final Family TASKS = gauge("braid_tasks", "Attached tasks.");
    private static final Family RECEIVED_PACKETS =
            counter("braid_task_received_packets_total", "Packets received from the task.", TASK);
    private static final Family RECEIVED_BYTES =
            counter("braid_task_received_bytes_total", "Bytes received from the task.", TASK);
    private static final Family SENT_PACKETS =
            counter("braid_task_sent_packets_total", "Packets sent to the task.", TASK);
    private static final Family SENT_BYTES = counter("braid_task_sent_bytes_total", "Bytes sent to the task.", TASK);
    private static final Family DROPPED = counter(
            "braid_task_dropped_packets_total",
            "Packets dropped that came from the task or were for it, by reason; reasons that occurred.",
            TASK,
            "reason");
    private static final Family CONNECTED = gauge(
            "braid_task_connected",
            "Whether somebody is there to take the task's packets: 0 while a DPDK application is awaited.",
            TASK);
    private static final Family NODE =
            gauge("braid_task_home_node", "NUMA node of the task's CPUs, -1 when unknown or on several.", TASK);
    private static final Family GRANT_END = gauge(
            "braid_task_grant_expiry_timestamp_seconds", "When the task's grant ends; missing without one.", TASK);
    private static final Family PUNT_RECEIVED = counter(
            "braid_kernel_received_packets_total", "Packets from the host's kernel, to leave by an uplink.", "uplink");
    private static final Family PUNT_SENT = counter(
            "braid_kernel_sent_packets_total",
            "Packets for an uplink's own addresses, to the host's kernel.",
            "uplink");

    @Override
    public List<Family> families() {
        return List.of(
                TASKS,
                RECEIVED_PACKETS,
                RECEIVED_BYTES,
                SENT_PACKETS,
                SENT_BYTES,
                DROPPED,
                CONNECTED,
                NODE,
                GRANT_END,
                PUNT_RECEIVED,
                PUNT_SENT);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        StatusReport status = moment.status();
        to.add(TASKS, status.tasks().size());
        for (StatusReport.Task task : status.tasks()) {
            String name = task.task();
            to.add(RECEIVED_PACKETS, task.rx().packets(), name);
            to.add(RECEIVED_BYTES, task.rx().bytes(), name);
            to.add(SENT_PACKETS, task.tx().packets(), name);
            to.add(SENT_BYTES, task.tx().bytes(), name);
            task.drops().forEach((reason, count) -> to.add(DROPPED, count, name, reason));
            to.add(CONNECTED, task.connected(), name);
            Integer home = task.homeNode();
            to.add(NODE, home == null ? -1 : home, name);
            GrantStatus grant = task.grant();
            if (grant != null) {
                to.add(GRANT_END, Instant.parse(grant.expires()).toEpochMilli() / MILLIS_PER_SECOND, name);
            }
        }
        for (StatusReport.Punt punt : status.punt()) {
            to.add(PUNT_RECEIVED, punt.rx().packets(), punt.uplink());
            to.add(PUNT_SENT, punt.tx().packets(), punt.uplink());
        }
    }
}
