package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Caps on what a task sends, against a clock of our own, and the limit on what it sends to everybody. */
class CapIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final int OTHER = World.taskPort(1);
    private static final long SECOND = 1_000_000_000L;
    private static final int STEPS = 5_000;

    @BeforeEach
    void stopClock() {
        clockStopped = true;
    }

    /** Offers 20 frames each millisecond for five seconds; returns how many passed. */
    private int flood(int port, byte[] frame) {
        byte[][] frames = new byte[20][];
        Arrays.fill(frames, frame);
        int passed = 0;
        for (int step = 0; step < STEPS; step++) {
            now += SECOND / 1000;
            passed += inject(port, frames).size();
            sent.clear();
        }
        return passed;
    }

    @Test
    void bitsPassAtTheirRateAndOthersAreUntouched() {
        world.caps[0] = new TaskCaps(50_000_000, 0, 0, 0);
        byte[] frame = World.out4(0).udp(1, 2, Bytes.payload(958)).build(); // 1000 bytes
        assertEquals(1000, frame.length);
        // 50 Mbit/s from the first burst to the last, and what was saved up: two packets of the largest size.
        int expected = ((STEPS - 1) * 50_000 + 2 * 65_536 * 8) / 8000;
        int passed = flood(TASK, frame);
        assertTrue(Math.abs(passed - expected) <= 1, passed + " packets passed, not " + expected);
        assertEquals(20 * STEPS - passed, counters.get(TASK, Reason.OVER_CAP_OUT));
        // Once the burst is spent the rate is exact.
        int steady = flood(TASK, frame);
        assertTrue(Math.abs(steady - 5 * 50_000_000 / 8000) <= 1, steady + " packets passed");
        assertEquals(
                20 * STEPS,
                flood(OTHER, World.out4(1).udp(1, 2, Bytes.payload(958)).build()));
        assertEquals(0, counters.get(OTHER, Reason.OVER_CAP_OUT));
    }

    @Test
    void packetsPassAtTheirRate() {
        world.caps[0] = new TaskCaps(0, 7_777, 0, 0);
        byte[] frame = World.out6(0).udp(1, 2, Bytes.payload(8)).build();
        int passed = flood(TASK, frame);
        int expected = (STEPS - 1) * 7_777 / 1000 + 77;
        assertTrue(Math.abs(passed - expected) <= 1, passed + " packets passed, not " + expected);
    }

    @Test
    void whatIsRefusedAnywayCountsToo() {
        world.caps[0] = new TaskCaps(0, 1_000, 0, 0);
        byte[] spoofed =
                World.out4(0).from(World.REMOTE4).udp(1, 2, Bytes.payload(8)).build();
        assertEquals(0, flood(TASK, spoofed));
        long refused = counters.get(TASK, Reason.SOURCE_NOT_OWNED);
        assertTrue(Math.abs(refused - 5_064) <= 1, refused + " reached the check of their source");
        assertEquals(20 * STEPS - refused, ended().get(Reason.OVER_CAP_OUT));
    }

    @Test
    void aChangedCapBeginsAnewAndAnUnchangedOneGoesOn() {
        world.caps[0] = new TaskCaps(0, 100, 0, 0);
        byte[][] frames = new byte[64][];
        Arrays.fill(frames, World.out4(0).udp(1, 2, Bytes.payload(8)).build());
        now += SECOND;
        assertEquals(64, inject(TASK, frames).size());
        assertEquals(0, inject(TASK, frames).size()); // another table, the same cap
        world.caps[0] = new TaskCaps(0, 200, 0, 0);
        assertEquals(64, inject(TASK, frames).size());
        world.caps[0] = TaskCaps.NONE;
        assertEquals(64, inject(TASK, frames).size());
    }

    @Test
    void broadcastsAreLimitedPerTask() {
        byte[] who = Samples.task(0).getLast(); // asks for an address by ARP
        assertEquals(1, inject(TASK, who).size());
        int answered = flood(TASK, who);
        assertTrue(Math.abs(answered - 5_250) <= 2, answered + " answers");
        assertEquals(20 * STEPS - answered, ended().get(Reason.TOO_MANY_GROUP_FRAMES));
        assertEquals(1, inject(OTHER, Samples.task(1).getLast()).size());
        // What is for one station is not held up by it.
        assertEquals(
                1,
                inject(TASK, World.out4(0).udp(1, 2, Bytes.payload(8)).build()).size());
    }
}
