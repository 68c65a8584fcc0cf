package io.braid.dataplane.task;

import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.graph.Reason;
import io.braid.linux.CpuSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Tells the audit of tasks that send in somebody else's name. It reads the counters that workers keep anyway, so that a flood costs workers nothing and leaves few lines.
 *
 * <p>Reasons that an honest kernel gives cause for, such as multicast and link-local addresses, are not looked at: they say nothing of anybody.
 */
public final class SpoofWatch implements AutoCloseable {
    /** A line should be there while whoever looks is still looking. */
    private static final int TURN_MILLIS = 200;

    private static final Set<Reason> SPOOFS = EnumSet.of(
            Reason.SOURCE_NOT_OWNED,
            Reason.MARTIAN_SOURCE,
            Reason.OWN_SOURCE_MAC,
            Reason.GROUP_SOURCE_MAC,
            Reason.SOURCE_ROUTED,
            Reason.BAD_ARP,
            Reason.BAD_NEIGHBOR_MESSAGE);

    /** What has been told of a task's port. Tasks come and go: {@code port} tells those of one name apart. */
    private record Told(Object port, Map<Reason, Long> packets) {}

    private final Supplier<Collection<Task>> tasks;
    private final IntFunction<PortTotals> totals;
    private final AuditLog audit;
    private final Map<String, Told> told = new HashMap<>();
    private final Lookout lookout;

    /**
     * @param tasks those that are attached
     * @param totals a port's counters
     * @param cpus where the thread may run; empty for anywhere
     */
    public SpoofWatch(Supplier<Collection<Task>> tasks, IntFunction<PortTotals> totals, AuditLog audit, CpuSet cpus) {
        this.tasks = tasks;
        this.totals = totals;
        this.audit = audit;
        this.lookout = new Lookout("task-spoofs", TURN_MILLIS, cpus, this::look);
    }

    /** Starts the thread; returns this. */
    public SpoofWatch start() {
        lookout.start();
        return this;
    }

    private void look() {
        Collection<Task> now = tasks.get();
        now.forEach(task -> look(
                task.name(),
                task.port(),
                task.ips().stream().map(Object::toString).toList(),
                totals.apply(task.port().port().id()).minus(task.before())));
        told.keySet().retainAll(now.stream().map(Task::name).toList());
    }

    /** Tells of what came since it was told last; what the audit has no line for is told with what comes next. */
    void look(String task, Object port, List<String> ips, PortTotals counted) {
        Told before = told.get(task);
        if (before == null || !before.port().equals(port)) {
            before = new Told(port, new EnumMap<>(Reason.class));
            told.put(task, before);
        }
        for (Reason reason : SPOOFS) {
            long count = counted.ended().getOrDefault(reason, 0L);
            long since = count - before.packets().getOrDefault(reason, 0L);
            if (since > 0 && audit.dropped(task, ips, word(reason), since)) {
                before.packets().put(reason, count);
            }
        }
    }

    private static String word(Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Ends the thread. */
    @Override
    public void close() {
        lookout.close();
    }
}
