package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.port.BufferPlan;
import io.braid.dpdk.DpdkException;
import java.util.List;

/** Whether the packet buffers that the uplinks need fit in DPDK's memory, by the same plan as at start. */
final class BufferCheck {
    private static final String SUBJECT = "packet buffers";

    private BufferCheck() {}

    static List<Finding> run(HostConfig config) {
        List<Integer> cpus = config.workers().cpus().cpus();
        int workers = cpus.isEmpty() ? config.uplinks().size() : cpus.size(); // auto takes at most one per uplink
        try {
            BufferPlan plan = BufferPlan.of(config, workers);
            return List.of(Finding.ok(
                    SUBJECT,
                    plan.count() + " of " + plan.dataRoom() + " bytes fit in "
                            + config.dpdk().memory()));
        } catch (DpdkException e) {
            return List.of(Finding.fail(SUBJECT, String.valueOf(e.getMessage()), ""));
        }
    }
}
