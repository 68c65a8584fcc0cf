package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.flow.FlowHash;
import io.braid.flow.FlowTable;
import io.braid.flow.FlowTimeouts;
import io.braid.flow.MovedPins;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

class MovedQueuesTest {
    private static FlowTable table() {
        return new FlowTable(
                Arena.ofAuto().allocate(FlowTable.bytesFor(FlowTable.MIN_FLOWS), 64),
                FlowTable.MIN_FLOWS,
                new FlowHash(1),
                FlowTimeouts.ofIdle(60_000),
                0,
                64);
    }

    @Test
    void aWorkerIsRememberedForTheIdleTimeAfterItsLastLoss() {
        var moved = new MovedQueues(List.of(table(), table()), 60_000);
        assertSame(MovedPins.NONE, moved.pins());
        moved.taken(0, 1_000);
        MovedPins first = moved.pins();
        assertNotSame(MovedPins.NONE, first);
        moved.taken(1, 31_000);
        assertNotSame(first, moved.pins());
        assertFalse(moved.turn(61_000));
        assertTrue(moved.turn(61_001), "worker 0's flows are over");
        assertNotSame(MovedPins.NONE, moved.pins());
        moved.taken(1, 80_000);
        assertFalse(moved.turn(91_001), "lost one again");
        assertTrue(moved.turn(140_001));
        assertSame(MovedPins.NONE, moved.pins());
        assertFalse(moved.turn(150_000));
    }

    @Test
    void timeMayWrapAround() {
        var moved = new MovedQueues(List.of(table()), 60_000);
        moved.taken(0, Integer.MAX_VALUE - 10);
        assertFalse(moved.turn(Integer.MIN_VALUE + 10));
        assertTrue(moved.turn(Integer.MIN_VALUE + 70_000));
    }
}
