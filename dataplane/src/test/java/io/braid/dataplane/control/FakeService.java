package io.braid.dataplane.control;

import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.control.ControlException.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A dataplane without packets: remembers tasks, and what it was asked on which thread. */
public final class FakeService implements ControlService {
    public final List<AttachRequest> attached = new CopyOnWriteArrayList<>();
    public final List<String> changeThreads = new CopyOnWriteArrayList<>();
    public final FakeAnnouncing announcements = new FakeAnnouncing();
    public final FakePlacing placing = new FakePlacing();
    public final FakeOperating operating = new FakeOperating();
    public final FakeInspecting inspecting = new FakeInspecting();
    public final FakeLooking looking = new FakeLooking();
    private final Map<String, AttachRequest> tasks = new LinkedHashMap<>();

    public volatile boolean left;

    public final List<String> renewed = new CopyOnWriteArrayList<>();
    public final List<String> audited = new CopyOnWriteArrayList<>();
    private final AuditLog audit = new AuditLog((_, line) -> audited.add(line), System::nanoTime);

    /** Runs inside every attach, before it is done. */
    public volatile Runnable duringAttach = () -> {};

    /** Runs inside every status. */
    public volatile Runnable duringStatus = () -> {};

    @Override
    public StatusReport status() {
        duringStatus.run();
        return Samples.status();
    }

    @Override
    public synchronized AttachResult attach(AttachRequest request) {
        changeThreads.add(Thread.currentThread().getName());
        duringAttach.run();
        if (tasks.putIfAbsent(request.task(), request) != null) {
            throw new ControlException(
                    Kind.CONFLICT, "task " + request.task() + " is attached already; detach it first");
        }
        attached.add(request);
        boolean vhost = request.kind().equals(AttachRequest.KIND_VHOST_USER);
        return new AttachResult(
                request.task(),
                request.kind(),
                vhost ? "/run/braid/tasks/t/vhost.sock" : "task0",
                "02:00:00:00:01:00",
                request.mtu() == null ? 9000 : request.mtu(),
                request.queues() == null ? 1 : request.queues(),
                request.ips(),
                List.of(),
                List.of("169.254.1.1", "fe80::1"),
                vhost ? "/run/braid/tasks/t" : null,
                null,
                "02:b2:a1:d0:00:01",
                null);
    }

    @Override
    public synchronized void detach(String task) {
        changeThreads.add(Thread.currentThread().getName());
        if (tasks.remove(task) == null) {
            throw new ControlException(
                    Kind.NOT_FOUND,
                    "no task " + task + " is attached; attached are " + new ArrayList<>(tasks.keySet()));
        }
    }

    @Override
    public synchronized Handover handover() {
        changeThreads.add(Thread.currentThread().getName());
        return new Handover(
                4242,
                attached.stream()
                        .map(request -> new Handover.Task(request, Handover.STANDING, false, null, null))
                        .toList(),
                true,
                List.of());
    }

    @Override
    public GrantStatus renew(String task, String grant) {
        if (!tasks.containsKey(task)) {
            throw new ControlException(Kind.NOT_FOUND, "no task " + task + " is attached");
        }
        renewed.add(task + " " + grant);
        return Samples.grant();
    }

    @Override
    public AuditLog audit() {
        return audit;
    }

    @Override
    public void leave() {
        left = true;
    }

    @Override
    public Announcing announcing() {
        return announcements;
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

    /** Throws anything from where the compiler allows only unchecked exceptions. */
    static void sneak(Throwable fault) {
        if (fault instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) fault;
    }
}
