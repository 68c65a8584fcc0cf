package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.announce.OwnAnnouncements;
import io.braid.dataplane.control.Announcing;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.control.OwnTask;
import io.braid.dataplane.control.TaskView;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.task.TaskRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Does what tasks ask for by their own sockets. Any thread. */
final class TaskOperations implements OwnTask {
    private final TaskRegistry tasks;
    private final TaskGrants grants;
    private final StatusBuilder status;
    private final Announcing announcing;
    private final @Nullable Announcer announcer;

    /** @param announcer null if nothing is announced */
    TaskOperations(
            TaskRegistry tasks,
            TaskGrants grants,
            StatusBuilder status,
            Announcing announcing,
            @Nullable Announcer announcer) {
        this.tasks = tasks;
        this.grants = grants;
        this.status = status;
        this.announcing = announcing;
        this.announcer = announcer;
    }

    private OwnAnnouncements own() {
        if (announcer == null) {
            throw new ControlException(
                    Kind.FAILED, "this host announces nothing: its braid's configuration has no bgp section");
        }
        return announcer.own();
    }

    @Override
    public TaskView view(String task) {
        return TaskView.of(
                status.task(task), announcer == null ? null : announcer.views().explain(task));
    }

    @Override
    public void announce(String task) {
        own().announce(task);
    }

    @Override
    public void withdraw(String task) {
        own().withdraw(task);
    }

    @Override
    public Announcing.Lease hold(String task, String who) {
        return announcing.hold(task, who);
    }

    @Override
    public void beat(String task, Duration ttl) {
        own().beat(task, ttl);
    }

    @Override
    public void ready(String task, boolean ready) {
        own().ready(task, ready);
    }

    @Override
    public @Nullable GrantStatus grant(String task) {
        return grants.status(task);
    }

    @Override
    public GrantStatus renew(String task, String grant) {
        return tasks.renew(task, grant);
    }
}
