package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rack switch and the spine with BGP, tried with FRR in the host instead of Braid. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RackSwitchIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @BeforeAll
    static void needsRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
    }

    private static List<String> addresses(LabPlan plan, int task) {
        return List.of(plan.taskAddress(task, Family.V4), plan.taskAddress(task, Family.V6));
    }

    @Test
    void hostRoutesOfTasksAreSpreadOverTheUplinksThatLiveAndStayInTheRack() throws Exception {
        Lab lab = Lab.create();
        try (lab) {
            LabPlan plan = lab.plan();
            try (var routes = new RouteLog(plan.tor())) {
                assertEquals(0, routes.hops(plan.taskAddress(1, Family.V4)).nextHops());
                new FrrHost(lab).start();
                List<String> both = new ArrayList<>(addresses(plan, 1));
                both.addAll(addresses(plan, 2));
                routes.await(both, 4, LIMIT);
                lab.rackSwitch().linkDown(1);
                routes.await(both, 3, LIMIT);
                lab.rackSwitch().linkUp(1);
                routes.await(both, 4, LIMIT);
                assertFalse(routes.everSeen().contains(plan.storageAddress(Family.V4)), "not a task's address");
                lab.spine().awaitSessions();
                // What the host marks stays; what it does not mark shows that the mark is what keeps it.
                assertEquals(
                        List.of("10.100.0.2/32", "2001:db8:100::2/128"),
                        new ArrayList<>(new TreeSet<>(lab.spine().leaked())));
            }
            assertTrue(Frr.version().startsWith("FRR "), Frr.version());
        }
        assertEquals(List.of(), lab.leftovers());
    }
}
