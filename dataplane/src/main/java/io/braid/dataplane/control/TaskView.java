package io.braid.dataplane.control;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A task as it sees itself: answer of {@code GET /v1/task} on its own socket. Of the host it says no more than concerns the task.
 *
 * @param task its name
 * @param kind its port's kind
 * @param ips its task IPs
 * @param nicAddresses its addresses on single uplinks
 * @param mac its own address on its link with Braid
 * @param mtu bytes of IP packet
 * @param connected false while its DPDK application is not there
 * @param announcement whether it is announced to each switch, or why not; null if this host announces nothing
 * @param grant its grant, null without one
 * @param job the job it belongs to, null without one
 * @param limits the most it may send and be sent; 0 or null for no cap
 * @param rx what the task sent
 * @param tx what it was given
 * @param drops of what it sent, and of what was for it, by reason
 */
public record TaskView(
        String task,
        String kind,
        List<String> ips,
        List<AttachResult.NicAddress> nicAddresses,
        String mac,
        int mtu,
        boolean connected,
        @Nullable TaskAnnouncement announcement,
        @Nullable GrantStatus grant,
        @Nullable String job,
        TaskLimits limits,
        StatusReport.Traffic rx,
        StatusReport.Traffic tx,
        SortedMap<String, Long> drops) {
    /** The part of a task's report that is its own to see. */
    public static TaskView of(StatusReport.Task task, @Nullable TaskAnnouncement announcement) {
        return new TaskView(
                task.task(),
                task.kind(),
                task.ips(),
                task.nicAddresses(),
                task.mac(),
                task.mtu(),
                task.connected(),
                announcement,
                task.grant(),
                task.job(),
                task.limits(),
                task.rx(),
                task.tx(),
                task.drops());
    }
}
