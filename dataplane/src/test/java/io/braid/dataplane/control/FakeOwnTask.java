package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Does nothing for any task, and remembers what was asked. */
final class FakeOwnTask implements OwnTask {
    final List<String> calls = new CopyOnWriteArrayList<>();
    final Set<String> held = ConcurrentHashMap.newKeySet();
    volatile @Nullable GrantStatus grant;
    volatile boolean withheld;

    @Override
    public TaskView view(String task) {
        return new TaskView(
                task,
                "tap",
                List.of("10.100.0.7", "2001:db8:100::7"),
                List.of(),
                "02:00:00:00:01:00",
                1500,
                true,
                null,
                grant,
                null,
                TaskLimits.DEFAULT,
                new StatusReport.Traffic(1, 2),
                new StatusReport.Traffic(3, 4),
                new TreeMap<>());
    }

    @Override
    public void announce(String task) {
        if (withheld) {
            throw new ControlException(
                    Kind.REFUSED, Refusal.of("withheld"), "an operator holds task " + task + " back");
        }
        calls.add("announce " + task);
    }

    @Override
    public void withdraw(String task) {
        calls.add("withdraw " + task);
    }

    @Override
    public Announcing.Lease hold(String task, String who) {
        if (!held.add(task)) {
            throw new ControlException(Kind.CONFLICT, "the lease of task " + task + " is held by another");
        }
        calls.add("hold " + task);
        return () -> {
            held.remove(task);
            calls.add("release " + task);
        };
    }

    @Override
    public void beat(String task, Duration ttl) {
        calls.add("beat " + task + " " + ttl.toSeconds());
    }

    @Override
    public void ready(String task, boolean ready) {
        calls.add((ready ? "ready " : "not-ready ") + task);
    }

    @Override
    public @Nullable GrantStatus grant(String task) {
        return grant;
    }

    @Override
    public GrantStatus renew(String task, String token) {
        calls.add("renew " + task + " " + token);
        return Samples.grant();
    }
}
