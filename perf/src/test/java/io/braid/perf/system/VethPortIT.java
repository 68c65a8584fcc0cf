package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.perf.lab.EchoConnections;
import io.braid.perf.lab.Netns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A veth that DPDK reads by af_packet. */
class VethPortIT extends TaskPortContract {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Override
    String kind() {
        return AttachRequest.KIND_VETH;
    }

    @Override
    int mtu() {
        return 9000;
    }

    @Override
    int restarts() {
        return 4;
    }

    /** It may switch on what Braid switched off: its kernel then leaves sends of 64 KB uncut, of which af_packet has room for the beginning. */
    @Test
    void aContainerThatLeavesItsSendsUncutHurtsItselfOnly() throws Exception {
        Netns container = rig.plan().task(TASK);
        try (var connections = new EchoConnections(rig.plan(), TASK)) {
            connections.check();
            container.run("ethtool", "-K", "task0", "tx", "on", "tso", "on");
            List<Exception> failures = new ArrayList<>();
            Thread sender = Thread.ofPlatform().start(() -> {
                try {
                    connections.check();
                } catch (Exception e) {
                    failures.add(e);
                }
            });
            rig.await("what was cut off is dropped", LIMIT, status -> rig.taskDrops(TASK, "bad_ip_length") > 0);
            rig.assertReachesStorage(BYSTANDER);
            container.run("ethtool", "-K", "task0", "tx", "off", "tso", "off");
            sender.join();
            assertEquals(List.of(), failures);
        }
        assertTrue(rig.awaitBalance().workers().stream().allMatch(worker -> worker.errors() == 0));
    }
}
