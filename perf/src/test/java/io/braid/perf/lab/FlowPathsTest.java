package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlowPathsTest {
    private static final FlowKey A = flow(1);
    private static final FlowKey B = flow(2);
    private static final FlowKey C = flow(3);
    private static final FlowKey D = flow(4);

    private static FlowKey flow(int port) {
        return new FlowKey(6, "10.100.0.1", port, "198.51.100.2", 5201);
    }

    @Test
    void tellsMovedContinuedAndUnseenFlowsApart() {
        FlowPaths before = FlowPaths.of(List.of(Map.of(A, 5, B, 5), Map.of(C, 5), Map.of(D, 1)));
        FlowPaths after = FlowPaths.of(List.of(Map.of(A, 5, C, 5), Map.of(), Map.of(B, 5)));
        assertEquals(new FlowPaths.Failover(2, 1, 1, 1, 1), before.after(after, 1));
    }

    @Test
    void flowStillSentToTheFailedUplinkOrNowhereDidNotContinue() {
        FlowPaths before = FlowPaths.of(List.of(Map.of(), Map.of(A, 1, B, 1)));
        FlowPaths after = FlowPaths.of(List.of(Map.of(A, 1), Map.of(A, 1)));
        assertEquals(new FlowPaths.Failover(0, 0, 2, 0, 0), before.after(after, 1));
    }

    @Test
    void flowOnTwoUplinksIsSplit() {
        FlowPaths paths = FlowPaths.of(List.of(Map.of(A, 1, B, 1), Map.of(A, 1)));
        assertEquals(List.of(A), paths.split());
    }

    @Test
    void directionIsToldByTheSource() {
        FlowKey reply = new FlowKey(6, "198.51.100.2", 5201, "10.100.0.1", 1);
        FlowPaths paths = FlowPaths.of(List.of(Map.of(A, 1), Map.of(reply, 1)));
        assertEquals(
                Map.of(A, new java.util.TreeSet<>(List.of(0))),
                paths.from(List.of("10.100.0.1")).uplinks());
        var plan = new LabPlan("t", 4, 2, 0, 1500);
        assertEquals(
                List.of("10.100.0.1", "2001:db8:100:0:0:0:0:1", "10.100.0.2", "2001:db8:100:0:0:0:0:2"),
                plan.taskSources());
        assertEquals(List.of("198.51.100.2", "2001:db8:51:0:0:0:0:2"), plan.storageSources());
    }
}
