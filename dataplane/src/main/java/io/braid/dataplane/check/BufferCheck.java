package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.port.BufferPlan;
import io.braid.dpdk.DpdkException;
import io.braid.numa.plan.PlanException;
import java.util.List;

/** Whether the packet buffers that the uplinks need fit in DPDK's memory, by the same plan as at start. */
final class BufferCheck {
    private static final String SUBJECT = "packet buffers";

    private BufferCheck() {}

    static List<Finding> run(HostConfig config, HostFiles files) {
        try {
            return CpuCheck.plan(config, files).stream()
                    .map(plan -> BufferPlan.of(config, plan))
                    .map(plan -> Finding.ok(
                            SUBJECT,
                            plan.count() + " of " + plan.dataRoom() + " bytes fit in "
                                    + config.dpdk().memory()))
                    .toList();
        } catch (DpdkException e) {
            return List.of(Finding.fail(SUBJECT, String.valueOf(e.getMessage()), ""));
        } catch (PlanException e) {
            return List.of(); // CpuCheck says why there is no plan
        }
    }
}
