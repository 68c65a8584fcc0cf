package io.braid.dataplane.announce;

import io.braid.bgp.rib.Announcements;
import io.braid.bgp.wire.IpAddress;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.control.Refusal;
import io.braid.dataplane.grant.TaskGrants;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Brings tasks, their leases and an operator's will into the table of routes. For one thread at a time. */
final class TaskLeases {
    private static final Logger LOG = System.getLogger(TaskLeases.class.getName());

    private final Announcements table;
    private final Leases leases = new Leases();
    private final Map<String, List<IpAddress>> tasks = new TreeMap<>();
    private final Set<String> withheld = new LinkedHashSet<>();
    private final TaskGrants grants;
    /** Those that are not announced because their grants are over, as of the last look. */
    private final Set<String> expired = new HashSet<>();
    /** What tasks said of themselves; a task that said nothing is missing, and counts as ready. */
    private final Map<String, Boolean> readiness = new HashMap<>();

    private final Heartbeats heartbeats = new Heartbeats();
    /** Those that are not announced because another host announces their addresses, as of the last look. */
    private final Set<String> yielded = new HashSet<>();
    /** Those that an operator has announced, whoever else does. */
    private final Set<String> insisted = new HashSet<>();

    /** @param grants asked whether a task's grant is over */
    TaskLeases(Announcements table, TaskGrants grants) {
        this.table = table;
        this.grants = grants;
    }

    /** Withdraws the tasks whose grants are over since the last look, and brings back those that have other ones. */
    void look() {
        tasks.keySet().forEach(this::look);
    }

    /** As {@link #look()} for one task. */
    boolean look(String task) {
        boolean over = grants.isOver(task);
        if (over ? expired.add(task) : expired.remove(task)) {
            tell(task);
        }
        return over;
    }

    /** Withdraws the tasks whose addresses other hosts announce, unless an operator has said otherwise, and brings back those whose do no more. */
    void yieldTo(Set<String> contested) {
        for (String task : tasks.keySet()) {
            boolean yields = contested.contains(task) && !insisted.contains(task);
            if (yields ? yielded.add(task) : yielded.remove(task)) {
                tell(task);
            }
        }
    }

    /** Whether the task is not announced because another host announces its addresses. */
    boolean isYielded(String task) {
        return yielded.contains(task);
    }

    /** Tells the table whether the task may be announced. */
    private void tell(String task) {
        boolean leased = leases.has(task) && !expired.contains(task) && !yielded.contains(task) && isReady(task);
        tasks.getOrDefault(task, List.of()).forEach(ip -> table.lease(ip, leased));
    }

    /**
     * The task is here, and is announced until it leaves unless someone says otherwise.
     *
     * @param up whether its port is
     */
    boolean attached(String task, List<io.braid.dataplane.net.IpAddress> addresses, boolean up) {
        List<IpAddress> ips = addresses.stream().map(Addresses::wire).toList();
        tasks.put(task, ips);
        leases.stand(task);
        ips.forEach(ip -> table.port(ip, up));
        expired.remove(task);
        look(task);
        tell(task);
        return true;
    }

    /**
     * The task had that lease before a restart.
     *
     * @return the holder who is awaited; null if there is none
     */
    Leases.@Nullable Holder restored(Handover.Task before) {
        String task = before.request().task();
        ips(task);
        if (before.withheld()) {
            withhold(task);
        }
        if (before.ready() != null) {
            ready(task, before.ready());
        }
        if (before.lease().startsWith(Handover.TIMED + " ")) {
            beat(task, Heartbeats.left(before.lease().substring(Handover.TIMED.length() + 1)));
            return null;
        }
        switch (before.lease()) {
            case Handover.STANDING -> {}
            case Handover.HELD -> {
                return leases.await(task);
            }
            default -> {
                leases.drop(task);
                tell(task);
            }
        }
        return null;
    }

    /** What is said of the task to a dataplane that takes over. */
    Handover.Task handover(Handover.Task kept) {
        String task = kept.request().task();
        return new Handover.Task(
                kept.request(),
                lease(task, leases.holder(task)),
                withheld.contains(task),
                grants.status(task),
                kept.place(),
                readiness.get(task));
    }

    private String lease(String task, Leases.@Nullable Holder holder) {
        if (!leases.has(task)) {
            return Handover.NONE;
        }
        if (holder == null) {
            return Handover.STANDING;
        }
        return holder == heartbeats.holder(task)
                ? Handover.TIMED + " " + heartbeats.secondsLeft(task, System.nanoTime())
                : Handover.HELD;
    }

    /** The task leaves; returns its addresses. */
    List<IpAddress> detached(String task) {
        List<IpAddress> ips = tasks.remove(task);
        leases.drop(task);
        heartbeats.forget(task);
        readiness.remove(task);
        if (ips == null) {
            return List.of();
        }
        for (IpAddress ip : ips) {
            table.lease(ip, false);
            table.port(ip, false);
            table.withhold(ip, false);
        }
        withheld.remove(task);
        expired.remove(task);
        yielded.remove(task);
        insisted.remove(task);
        return ips;
    }

    /** The task's port went up or down by itself. */
    void port(String task, boolean up) {
        tasks.getOrDefault(task, List.of()).forEach(ip -> table.port(ip, up));
    }

    boolean announce(String task) {
        List<IpAddress> ips = ips(task);
        grants.requireGood(task);
        if (!leases.has(task)) {
            leases.stand(task);
        }
        withheld.remove(task);
        insisted.add(task);
        yielded.remove(task);
        ips.forEach(ip -> table.withhold(ip, false));
        look(task);
        tell(task);
        return true;
    }

    List<IpAddress> withhold(String task) {
        List<IpAddress> ips = ips(task);
        withheld.add(task);
        insisted.remove(task);
        ips.forEach(ip -> table.withhold(ip, true));
        return ips;
    }

    /**
     * The task wants itself announced; a lease that somebody holds stays his.
     *
     * @throws ControlException {@link Kind#REFUSED} while an operator holds it back or its grant is over
     */
    boolean announceOwn(String task) {
        ips(task);
        grants.requireGood(task);
        if (withheld.contains(task)) {
            throw new ControlException(
                    Kind.REFUSED, Refusal.of("withheld"), "an operator holds task " + task + " back");
        }
        if (!leases.has(task)) {
            leases.stand(task);
        }
        tell(task);
        return true;
    }

    /** The task wants itself not announced: its lease ends, whoever holds it. Returns its addresses. */
    List<IpAddress> withdrawOwn(String task) {
        List<IpAddress> ips = ips(task);
        heartbeats.forget(task);
        leases.drop(task);
        tell(task);
        return ips;
    }

    /** The task's lease lives for so long, or until it is said again. */
    boolean beat(String task, Duration ttl) {
        Leases.Holder holder = heartbeats.holder(task);
        if (holder == null || leases.holder(task) != holder) {
            holder = hold(task, new Leases.Holder("a heartbeat"));
        }
        grants.requireGood(task);
        heartbeats.put(task, holder, System.nanoTime() + ttl.toNanos());
        return true;
    }

    /** Ends the leases whose heartbeats have stopped. */
    void expire(long now) {
        heartbeats.takeOver(now).forEach(this::release);
    }

    /** What the task says of itself; returns its addresses. */
    List<IpAddress> ready(String task, boolean ready) {
        List<IpAddress> ips = ips(task);
        readiness.put(task, ready);
        tell(task);
        return ips;
    }

    /** Whether the task is ready, as far as it said. */
    boolean isReady(String task) {
        return readiness.getOrDefault(task, true);
    }

    Leases.Holder hold(String task, Leases.Holder holder) {
        ips(task);
        grants.requireGood(task);
        Leases.Holder before = leases.hold(task, holder);
        if (before != null) {
            throw new ControlException(Kind.CONFLICT, "the lease of task " + task + " is held by " + before);
        }
        tell(task);
        LOG.log(Level.INFO, "the lease of task {0} is held by {1}", task, holder);
        return holder;
    }

    void release(String task, Leases.Holder holder) {
        if (leases.release(task, holder)) {
            tell(task);
            LOG.log(Level.INFO, "{0}, who held the lease of task {1}, is gone: withdrawn", holder, task);
        }
    }

    /** The task's addresses. */
    List<IpAddress> ips(String task) {
        List<IpAddress> ips = tasks.get(task);
        if (ips == null) {
            throw new ControlException(
                    Kind.NOT_FOUND, "no task " + task + " is attached; attached are: " + tasks.keySet());
        }
        return ips;
    }

    /** All tasks' addresses. */
    Map<String, List<IpAddress>> all() {
        return Map.copyOf(tasks);
    }

    /** What kind of lease the task has, in words. */
    String lease(String task) {
        if (!leases.has(task)) {
            return "none";
        }
        Leases.Holder holder = leases.holder(task);
        return holder == null ? "standing" : "held by " + holder;
    }

    /** The task's grant, null without one. */
    @Nullable
    GrantStatus grant(String task) {
        return grants.status(task);
    }

    boolean isWithheld(String task) {
        return withheld.contains(task);
    }
}
