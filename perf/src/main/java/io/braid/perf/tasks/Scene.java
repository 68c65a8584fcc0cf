package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Routing;
import io.braid.perf.lab.Scheduler;
import io.braid.perf.lab.SecondHost;
import java.nio.file.Path;
import java.util.List;

/** What parts share: a lab whose switch is FRR, Braid in it, which wants a grant for each task, and the scheduler that makes them. */
final class Scene implements AutoCloseable {
    private static final int UPLINKS = 2;
    private static final long GRANT_SECONDS = 3600;

    private final Lab lab;
    private final BraidHost braid;
    private final Scheduler scheduler = new Scheduler();

    private Scene(Lab lab) {
        this.lab = lab;
        this.braid = new BraidHost(lab, SecondHost::passable);
        braid.requireGrants(scheduler);
    }

    /** Builds the lab and starts Braid. */
    static Scene start(int tasks) throws InterruptedException {
        return start(Lab.create(new LabPlan(Lab.newTag(), UPLINKS, tasks, Lab.DEFAULT_RATE, 1500), Routing.BGP));
    }

    private static Scene start(Lab lab) throws InterruptedException {
        var scene = new Scene(lab);
        try {
            scene.braid.start();
            return scene;
        } catch (Throwable t) {
            scene.close();
            throw t;
        }
    }

    Lab lab() {
        return lab;
    }

    LabPlan plan() {
        return lab.plan();
    }

    BraidHost braid() {
        return braid;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** The file with the keys that are good. */
    Path keys() {
        return braid.keys();
    }

    /** The host's name. */
    String host() {
        return plan().tag();
    }

    List<String> ips(int task) {
        return List.of(plan().taskAddress(task, Family.V4), plan().taskAddress(task, Family.V6));
    }

    /** A good grant for a task's own addresses. */
    String grant(int task) {
        return scheduler.grant(plan().taskName(task), host(), ips(task), GRANT_SECONDS);
    }

    AttachResult attach(int task, String kind) {
        return attach(task, kind, grant(task));
    }

    AttachResult attach(int task, String kind, String grant) {
        return braid.client().attach(request(task, kind, grant)).value();
    }

    AttachRequest request(int task, String kind, String grant) {
        return new AttachRequest(
                plan().taskName(task), ips(task), kind, plan().task(task).path(), false, null, grant);
    }

    void detach(int task) {
        braid.detach(task);
    }

    @Override
    public void close() {
        try (lab) {
            braid.close();
        }
    }
}
