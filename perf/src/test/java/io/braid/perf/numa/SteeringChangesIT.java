package io.braid.perf.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Routing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thousand moves of queues between two workers under load: nothing is lost, and no datagram overtakes another of its flow. */
@Timeout(300)
class SteeringChangesIT {
    private static final int UNSHAPED = 0;

    @Test
    void aThousandMovesLoseAndReorderNothing() throws InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces and DPDK need root");
        assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "two workers need two CPUs");
        SteeringChanges result = measure();
        // What the kernel counts as dropped, because the machine stood still for longer than its queues are, is no
        // verdict.
        for (int more = 0; more < 3 && result.moved().lost() > 0 && result.unexplained() == 0; more++) {
            assertEquals(0, result.moved().reordered(), result.toString());
            result = measure();
        }
        assertEquals(1000, result.changes());
        assertTrue(result.moved().sent() > 10_000, result.toString());
        assertEquals(0, result.moved().reordered(), result.toString());
        assertEquals(0, result.moved().duplicated(), result.toString());
        assertEquals(0, result.moved().lost(), result.toString());
        assertEquals(0, result.unaccounted(), result.toString());
    }

    private static SteeringChanges measure() throws InterruptedException {
        try (Lab lab = Lab.create(new LabPlan(Lab.newTag(), 4, 2, UNSHAPED, 1500), Routing.STATIC)) {
            return SteeringChanges.measure(lab, 1000);
        }
    }
}
