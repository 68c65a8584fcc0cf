package io.braid.perf.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GroupComparisonTest {
    private static GroupComparison comparison;

    @BeforeAll
    static void run() {
        comparison = GroupComparison.run();
        System.out.println(comparison.table());
    }

    @Test
    void bucketTableMovesNothingThatLives() {
        GroupFigures buckets = comparison.figures().getFirst();
        assertEquals("bucket table of 4096", buckets.method());
        assertEquals(0, buckets.lossSurvivorsMoved());
        assertEquals(0, buckets.returnEstablishedMoved());
        assertEquals(0, buckets.weightEstablishedMoved());
        assertEquals(0, buckets.flapMovedPerChange());
        assertTrue(buckets.lossMaxOverMean() <= 1.02);
        assertEquals(0.25, buckets.returnIdleMoved(), 0.01);
    }

    /** The others choose by weights alone, so a path that returns takes its flows at once. */
    @Test
    void theOthersMoveEstablishedFlowsToAPathThatReturns() {
        for (GroupFigures other : comparison.figures().subList(1, 3)) {
            assertEquals(0.25, other.returnEstablishedMoved(), 0.02, other.method());
            assertEquals(other.returnIdleMoved(), other.returnEstablishedMoved(), other.method());
            assertTrue(other.weightEstablishedMoved() > 0.1, other.method());
            assertTrue(other.flapMovedPerChange() > 0.1, other.method());
        }
        assertTrue(comparison.figures().get(1).lossSurvivorsMoved() > 0, "Maglev disturbs survivors");
        assertEquals(0, comparison.figures().get(2).lossSurvivorsMoved(), "rendezvous does not");
    }

    /** No hash balances few fat flows: the same for all three, and the reason for the other placement policies. */
    @Test
    void allAreEvenOverManyFlowsAndNoneOverEight() {
        for (GroupFigures method : comparison.figures()) {
            assertTrue(method.worstOffEven() < 0.02, method.toString());
            assertEquals(1.8, method.elephantsMaxOverMean(), 0.15, method.toString());
        }
    }

    @Test
    void reportsShowEveryMethod() {
        JsonNode json = comparison.json();
        assertEquals(3, json.size());
        assertEquals(0.0, json.get(0).get("loss_survivors_moved").doubleValue());
        String[] lines = comparison.table().split("\n", -1);
        assertTrue(lines[0].contains("bucket table of 4096") && lines[0].contains("rendezvous"), lines[0]);
        assertTrue(lines[4].endsWith("0.00%") && lines[4].startsWith("4 to 3 paths"), lines[4]);
    }
}
