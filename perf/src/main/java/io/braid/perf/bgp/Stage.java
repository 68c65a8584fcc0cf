package io.braid.perf.bgp;

import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.RouteLog;
import java.time.Duration;
import java.util.List;

/**
 * What all measurements share: the lab, Braid in it, task 1, and the routes of the switch's kernel.
 *
 * @param routes of the rack switch
 * @param limit how long anything may take before the run is given up
 */
record Stage(Lab lab, BraidHost braid, RouteLog routes, Duration limit) {
    private static final int TASK = 1;

    LabPlan plan() {
        return lab.plan();
    }

    /** The task's name. */
    String task() {
        return plan().taskName(TASK);
    }

    /** The task's addresses, one of each family; its routes count only when both are as wanted. */
    List<String> addresses() {
        return List.of(plan().taskAddress(TASK, Family.V4), plan().taskAddress(TASK, Family.V6));
    }

    /** Milliseconds from a moment until the routes to the task had so many next hops. */
    double until(int nextHops, long fromNanos) throws InterruptedException {
        return (routes.await(addresses(), nextHops, limit) - fromNanos) / 1e6;
    }

    /** Waits until everything is as it should be before something is broken: routes over all uplinks, BFD up on all. */
    void settle() throws InterruptedException {
        routes.await(addresses(), plan().uplinks(), limit);
        long end = System.nanoTime() + limit.toNanos();
        while (lab.rackSwitch().bfdSessionsUp() < 2 * plan().uplinks()) {
            if (System.nanoTime() > end) {
                throw new LabException("not all BFD sessions are up after " + limit.toMillis()
                        + " ms; of braid's log:\n" + braid.tail());
            }
            Thread.sleep(50);
        }
    }

    void attach() throws InterruptedException {
        braid.attach(TASK);
    }

    void detach() {
        braid.detach(TASK);
    }
}
