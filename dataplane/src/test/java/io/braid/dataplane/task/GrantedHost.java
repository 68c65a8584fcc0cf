package io.braid.dataplane.task;

import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.TasksConfig;
import io.braid.dataplane.control.Announcing;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.ControlService;
import io.braid.dataplane.control.FakeAnnouncing;
import io.braid.dataplane.control.FakeInspecting;
import io.braid.dataplane.control.FakeLooking;
import io.braid.dataplane.control.FakeOperating;
import io.braid.dataplane.control.FakePlacing;
import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.control.Inspecting;
import io.braid.dataplane.control.Looking;
import io.braid.dataplane.control.Operating;
import io.braid.dataplane.control.Placing;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.grant.Grant;
import io.braid.dataplane.grant.GrantPolicy;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.net.IpAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A dataplane that decides as the real one does, and has no ports. */
final class GrantedHost implements ControlService {
    final Map<String, Task> tasks = new TreeMap<>();
    final List<String> audited = new CopyOnWriteArrayList<>();
    final TaskGrants grants;
    private final AttachPolicy rules;
    private final TasksConfig config;
    private final AuditLog audit = new AuditLog((_, line) -> audited.add(line), System::nanoTime);
    private final FakePlacing placing = new FakePlacing();
    private final FakeOperating operating = new FakeOperating();
    private final FakeInspecting inspecting = new FakeInspecting();
    private final FakeLooking looking = new FakeLooking();
    private final Announcing announcing = new FakeAnnouncing() {
        @Override
        public void announce(String task) {
            grants.requireGood(task);
            super.announce(task);
        }

        @Override
        public Lease hold(String task, String who) {
            grants.requireGood(task);
            return super.hold(task, who);
        }
    };

    GrantedHost(HostConfig config, InstantSource clock) {
        grants = new TaskGrants(new GrantPolicy(config, clock), clock);
        rules = new AttachPolicy(config);
        this.config = config.tasks();
    }

    @Override
    @SuppressWarnings("NullAway") // a task without a port
    public synchronized AttachResult attach(AttachRequest request) {
        List<IpAddress> ips = request.ips().stream().map(IpAddress::parse).toList();
        Grant grant = grants.admit(request.task(), ips, request.grant());
        TaskTerms terms = TaskTerms.of(config, request, grant, null);
        rules.check(request, ips, tasks.values(), 1);
        tasks.put(
                request.task(),
                new Task(
                        request.task(),
                        tasks.size(),
                        request.kind(),
                        request.netns(),
                        null,
                        ips,
                        List.of(),
                        -1,
                        request.label(),
                        terms,
                        null,
                        PortTotals.ZERO));
        grants.keep(request.task(), grant);
        return new AttachResult(
                request.task(),
                request.kind(),
                "task0",
                "02:00:00:00:01:00",
                1500,
                1,
                request.ips(),
                List.of(),
                List.of(),
                null,
                null,
                "02:b2:a1:d0:00:01",
                grants.status(request.task()));
    }

    @Override
    public synchronized void detach(String task) {
        if (tasks.remove(task) == null) {
            throw new ControlException(Kind.NOT_FOUND, "no task " + task + " is attached");
        }
        grants.forget(task);
    }

    @Override
    public synchronized GrantStatus renew(String name, String grant) {
        Task task = tasks.get(name);
        if (task == null) {
            throw new ControlException(Kind.NOT_FOUND, "no task " + name + " is attached");
        }
        grants.renew(name, task.ips(), task.terms().job(), grant);
        return Objects.requireNonNull(grants.status(name));
    }

    @Override
    public AuditLog audit() {
        return audit;
    }

    @Override
    public Announcing announcing() {
        return announcing;
    }

    @Override
    public Placing placing() {
        return placing;
    }

    @Override
    public Operating operating() {
        return operating;
    }

    @Override
    public Inspecting inspecting() {
        return inspecting;
    }

    @Override
    public Looking looking() {
        return looking;
    }

    @Override
    public StatusReport status() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Handover handover() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void leave() {}
}
