package io.braid.dataplane.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tasks that share a worker by the clock: a made-up one, on which bursts take what a test says. */
class TaskTurnsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long EMPTY_NANOS = 200;

    private long now;

    /** A task that has always, never or now and then packets. */
    private static final class Load {
        private final long packetNanos;
        private final double packetsPerSecond;
        private double waiting;
        private long bursts;
        private long done;
        private double nanos;

        Load(long packetNanos, double packetsPerSecond) {
            this.packetNanos = packetNanos;
            this.packetsPerSecond = packetsPerSecond;
        }
    }

    @SuppressWarnings("NullAway") // nothing is received by it
    private static Inputs.Polled task(int port) {
        return new Inputs.Polled(port, null, true);
    }

    /** Runs a worker that has nothing else to do for a second; returns its longest turn. */
    private long run(Load... loads) {
        var tasks = new Inputs.Polled[loads.length];
        Arrays.setAll(tasks, port -> task(port));
        var turns = new TaskTurns(tasks, () -> now);
        long longest = 0;
        while (now < SECOND) {
            long began = now;
            now += EMPTY_NANOS; // uplinks and the rest
            turns.begin(TaskTurns.TURN_PACKETS, false);
            for (Inputs.Polled polled = turns.next(); polled != null; polled = turns.next()) {
                turns.polled(burst(loads[polled.port()]));
            }
            for (Load load : loads) {
                load.waiting = Math.min(1000, load.waiting + load.packetsPerSecond * (now - began) / SECOND);
            }
            longest = Math.max(longest, now - began);
        }
        return longest;
    }

    private int burst(Load load) {
        int received = (int) Math.min(64, load.waiting);
        long used = received == 0 ? EMPTY_NANOS : received * load.packetNanos;
        now += used;
        load.waiting -= received;
        load.done += received;
        load.bursts++;
        load.nanos += received == 0 ? 0 : used;
        return received;
    }

    private static Load flood(long packetNanos) {
        return new Load(packetNanos, 1e9);
    }

    @Test
    void thoseThatFloodHaveEqualTimeWhateverTheirPacketsCost() {
        Load cheap = flood(100);
        Load dear = flood(2_000);
        Load middling = flood(500);
        run(cheap, dear, middling);
        for (Load load : new Load[] {cheap, dear, middling}) {
            assertEquals(SECOND / 3.0, load.nanos, SECOND * 0.05, "of " + load.packetNanos + " ns packets");
        }
    }

    @Test
    void whoAsksForLessThanAShareHasAllOfIt() {
        Load good = new Load(2_000, 100_000); // a fifth of the worker
        Load flood = flood(3_000);
        Load other = flood(1_000);
        run(good, flood, other);
        assertTrue(good.done > 99_000, good.done + " of 100000 packets");
        assertEquals(flood.nanos, other.nanos, SECOND * 0.05);
    }

    @Test
    void aloneOneHasAllTheTime() {
        Load flood = flood(200);
        Load[] loads = new Load[20];
        Arrays.setAll(loads, i -> new Load(100, 0));
        loads[7] = flood;
        run(loads);
        double others = 1.0 * flood.bursts * EMPTY_NANOS;
        // Those that are quiet are asked in a sixteenth of the time.
        assertEquals((SECOND - others) * 15 / 16, flood.nanos, SECOND * 0.01);
        for (Load load : loads) {
            assertTrue(load.bursts > SECOND / (20 * EMPTY_NANOS * 16 * 1.5), load.bursts + " times asked");
        }
    }

    @Test
    void whoWasQuietIsHeardSoon() {
        Load[] loads = new Load[28];
        Arrays.setAll(loads, i -> i == 0 ? flood(2_000) : new Load(100, 0));
        loads[11] = new Load(100, 1_000);
        run(loads);
        // One packet in a millisecond, each alone, and none is left for the next.
        assertTrue(loads[11].done > 980, loads[11].done + " of 1000 packets");
        assertTrue(loads[11].bursts > 5_000, loads[11].bursts + " times asked");
    }

    @Test
    void aTurnEndsHoweverManyFlood() {
        Load[] loads = new Load[28];
        Arrays.setAll(loads, i -> flood(2_000));
        long longest = run(loads);
        long burst = 64 * 2_000;
        assertTrue(longest <= TaskTurns.TURN_NANOS + burst + EMPTY_NANOS, longest + " ns");
        for (Load load : loads) {
            assertEquals(SECOND / 28.0, load.nanos, SECOND / 28.0 * 0.1);
        }
    }

    @Test
    void aTurnHoldsNoMorePacketsThanItMay() {
        var tasks = new Inputs.Polled[28];
        Arrays.setAll(tasks, port -> task(port));
        var turns = new TaskTurns(tasks, () -> now);
        turns.begin(TaskTurns.TURN_PACKETS, false);
        int packets = 0;
        while (turns.next() != null) {
            packets += 64;
            turns.polled(64);
        }
        assertEquals(TaskTurns.TURN_PACKETS, packets);
        turns.begin(1, false); // one burst, when buffers are short
        assertNotNull(turns.next());
        turns.polled(64);
        assertNull(turns.next());
        turns.begin(0, false);
        assertNull(turns.next());
    }

    @Test
    void whoWasHeldUpByTheKernelIsNotShutOut() {
        Load unlucky = flood(100);
        Load other = flood(100);
        var tasks = new Inputs.Polled[] {task(0), task(1)};
        var turns = new TaskTurns(tasks, () -> now);
        turns.begin(TaskTurns.TURN_PACKETS, false);
        turns.next();
        now += SECOND; // descheduled
        turns.polled(64);
        int polls = 0;
        for (int turn = 0; turn < 12; turn++) {
            turns.begin(TaskTurns.TURN_PACKETS, false);
            for (Inputs.Polled polled = turns.next(); polled != null; polled = turns.next()) {
                polls += polled.port() == 0 ? 1 : 0;
                Load load = polled.port() == 0 ? unlucky : other;
                load.waiting = 64;
                turns.polled(burst(load));
            }
        }
        assertTrue(polls >= 2, "polled " + polls + " times in 12 turns");
    }
}
