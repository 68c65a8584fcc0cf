package io.braid.dataplane.announce;

import io.braid.bgp.rib.Announcements;
import io.braid.dataplane.control.Handover;
import java.time.Duration;
import java.util.List;

/**
 * How leases pass from a process that ends to the one that takes over.
 *
 * <p>Public methods may be called by any thread but those of BGP, BFD and the conductor; they wait for the announcer's own thread.
 */
public final class LeaseHandover {
    /** How long a lease outlives a hand-over without its holder, who has to come again. */
    private static final Duration HOLDER_RETURNS = Duration.ofSeconds(30);

    private final AnnouncerThread thread;
    private final Announcements table;
    private final TaskLeases leases;
    private final boolean keep;
    private volatile boolean leaving;

    /** @param keep whether the switches are asked to keep the routes meanwhile */
    LeaseHandover(AnnouncerThread thread, Announcements table, TaskLeases leases, boolean keep) {
        this.thread = thread;
        this.table = table;
        this.leases = leases;
        this.keep = keep;
    }

    /** Whether another process takes over the routes; any thread, without waiting. */
    boolean isLeaving() {
        return leaving;
    }

    /** What is said of tasks to the dataplane that takes over, with the addresses that rest. */
    public Handover leave(List<Handover.Task> tasks, List<Handover.Cooling> cooling) {
        return thread.call(() -> {
            leaving = keep;
            return new Handover(
                    ProcessHandle.current().pid(),
                    tasks.stream().map(leases::handover).toList(),
                    keep,
                    cooling);
        });
    }

    /** Tasks with what is known here of their leases. */
    public List<Handover.Task> describe(List<Handover.Task> tasks) {
        return thread.call(() -> tasks.stream().map(leases::handover).toList());
    }

    /** A task was attached again after a hand-over, and has the lease it had. */
    public void restored(Handover.Task before) {
        thread.call(() -> {
            Leases.Holder awaited = leases.restored(before);
            if (awaited != null) {
                thread.after(
                        HOLDER_RETURNS, () -> leases.release(before.request().task(), awaited));
            }
            return true;
        });
    }

    /** All tasks of before are attached again: the switches may forget what was not said again. */
    public void loaded() {
        thread.execute(table::loaded);
    }
}
