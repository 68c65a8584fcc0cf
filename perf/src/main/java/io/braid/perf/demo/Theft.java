package io.braid.perf.demo;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlException;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Scheduler;
import java.util.List;

/**
 * Another job tried to get the address of task 1, with a grant that is good for its own.
 *
 * @param refused whether it did not get it
 * @param answer what Braid said, in words
 */
record Theft(boolean refused, String answer) {
    private static final int GRANT_SECONDS = 60;

    /** Tries it; task 1 is attached. */
    static Theft attempt(BraidHost braid, LabPlan plan, Scheduler scheduler) {
        String thief = "thief";
        int own = plan.tasks() + 1;
        String grant = scheduler.grant(
                thief,
                plan.tag(),
                List.of(plan.taskAddress(own, Family.V4), plan.taskAddress(own, Family.V6)),
                GRANT_SECONDS);
        var request = new AttachRequest(
                thief,
                List.of(plan.taskAddress(1, Family.V4)),
                AttachRequest.KIND_VHOST_USER,
                null,
                false,
                null,
                grant);
        try {
            braid.client().attach(request);
            braid.client().detach(thief);
            return new Theft(false, "attached");
        } catch (ControlException e) {
            return new Theft(e.kind() == ControlException.Kind.REFUSED, e.explanation());
        }
    }
}
