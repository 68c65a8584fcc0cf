package io.braid.dataplane.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QueueChoiceTest {
    private static final int FLOWS = 4096;
    private static final long SEED = 7;

    private static long[] flows() {
        return new SplittableRandom(SEED).longs(FLOWS).toArray();
    }

    @Test
    void onlyEnabledQueuesAreChosenAndEachHasItsShare() {
        for (int queues = 1; queues <= SharedQueues.MOST; queues++) {
            for (long enabled = 1; enabled < 1L << queues; enabled += Math.max(1, (1L << queues) / 61)) {
                var choice = new QueueChoice(queues, enabled);
                assertFalse(choice.isNone());
                int[] flows = new int[queues];
                for (long flow : flows()) {
                    flows[choice.of(flow)]++;
                }
                int fair = FLOWS / Long.bitCount(enabled);
                for (int queue = 0; queue < queues; queue++) {
                    boolean on = ((enabled >>> queue) & 1) != 0;
                    String which = queues + " queues, " + Long.toBinaryString(enabled) + ", queue " + queue;
                    assertEquals(on, flows[queue] > 0, which);
                    assertTrue(!on || flows[queue] > fair / 2, which + " has " + flows[queue] + ", fair is " + fair);
                }
            }
        }
    }

    @Test
    void aQueueThatIsSwitchedOffMovesItsOwnFlowsOnlyAndSpreadsThem() {
        var all = new QueueChoice(4, 0b1111);
        var some = new QueueChoice(4, 0b1011);
        int[] moved = new int[4];
        for (long flow : flows()) {
            if (all.of(flow) == 2) {
                moved[some.of(flow)]++;
            } else {
                assertEquals(all.of(flow), some.of(flow), "a flow of a queue that stays");
            }
        }
        assertTrue(moved[0] > 200 && moved[1] > 200 && moved[3] > 200, Arrays.toString(moved));
        assertEquals(0, moved[2]);
    }

    @Test
    void withoutAnEnabledQueueThereIsNone() {
        assertTrue(new QueueChoice(1, 0).isNone());
        assertTrue(new QueueChoice(4, 0b1111_0000).isNone(), "those of queues that the port does not have");
        assertFalse(new QueueChoice(1, -1).isNone());
        assertEquals(0, new QueueChoice(1, -1).of(Long.MIN_VALUE));
    }
}
