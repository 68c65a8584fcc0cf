package io.braid.bfd;

import static io.braid.bfd.MachineFixture.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two machines and a link with delay and loss, in simulated time; every run is repeatable by its seed. */
final class SessionPairTest {
    private record Flight(long arrival, long order, int to, ControlPacket packet) {}

    private static final class Pair {
        final SplittableRandom random;
        final PriorityQueue<Flight> link = new PriorityQueue<>(
                java.util.Comparator.comparingLong(Flight::arrival).thenComparingLong(Flight::order));
        final SessionMachine[] ends = new SessionMachine[2];
        final List<List<StateChange>> changes = List.of(new ArrayList<>(), new ArrayList<>());
        long now;
        long order;
        long mostDelay;
        double loss;
        boolean cut;

        Pair(long seed, BfdTimers left, BfdTimers right) {
            random = new SplittableRandom(seed);
            BfdTimers[] timers = {left, right};
            for (int i = 0; i < 2; i++) {
                int end = i;
                ends[i] = new SessionMachine(100 + i, timers[i], random.split(), new SessionOutput() {
                    @Override
                    public void transmit(ControlPacket packet) {
                        if (!cut && random.nextDouble() >= loss) {
                            long delay = mostDelay == 0 ? 0 : random.nextLong(mostDelay);
                            link.add(new Flight(now + delay, order++, 1 - end, packet));
                        }
                    }

                    @Override
                    public void changed(StateChange change) {
                        changes.get(end).add(change);
                    }
                });
                ends[i].start(now);
            }
        }

        void run(long nanos) {
            long end = now + nanos;
            while (true) {
                long next = Math.min(ends[0].remaining(now), ends[1].remaining(now));
                Flight flight = link.peek();
                if (flight != null) {
                    next = Math.min(next, Math.max(0, flight.arrival - now));
                }
                if (next > end - now) {
                    now = end;
                    return;
                }
                now += next;
                if (flight != null && flight.arrival <= now) {
                    link.remove();
                    ends[flight.to].receive(flight.packet, now);
                } else {
                    ends[0].expire(now);
                    ends[1].expire(now);
                }
            }
        }

        boolean bothUp() {
            return ends[0].state() == SessionState.UP && ends[1].state() == SessionState.UP;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void comesUpStaysUpAndNoticesTheCut(long seed) {
        SplittableRandom choice = new SplittableRandom(seed);
        BfdTimers left =
                new BfdTimers(10_000 + choice.nextInt(90_000), 10_000 + choice.nextInt(90_000), 2 + choice.nextInt(4));
        BfdTimers right =
                new BfdTimers(10_000 + choice.nextInt(90_000), 10_000 + choice.nextInt(90_000), 2 + choice.nextInt(4));
        Pair pair = new Pair(seed, left, right);
        pair.mostDelay = 2 * MS;
        pair.run(3_000 * MS);
        assertTrue(pair.bothUp(), "seed " + seed + " " + pair.changes);
        for (List<StateChange> changes : pair.changes) {
            changes.clear();
        }
        pair.run(120_000 * MS);
        assertEquals(List.of(List.of(), List.of()), pair.changes, "false alarm, seed " + seed);
        for (int end = 0; end < 2; end++) {
            SessionView mine = pair.ends[end].view();
            SessionView other = pair.ends[1 - end].view();
            BfdTimers theirs = other.timers();
            assertEquals(
                    other.transmitInterval().multipliedBy(theirs.multiplier()), mine.detectionTime(), "seed " + seed);
            assertEquals(
                    Math.max(theirs.desiredMinTxMicros(), mine.timers().requiredMinRxMicros()),
                    other.transmitInterval().toNanos() / 1000,
                    "seed " + seed);
        }

        pair.cut = true;
        long longest = Math.max(
                pair.ends[0].view().detectionTime().toNanos(),
                pair.ends[1].view().detectionTime().toNanos());
        pair.run(longest + 3 * MS);
        for (int end = 0; end < 2; end++) {
            assertEquals(SessionState.DOWN, pair.ends[end].state(), "seed " + seed);
            assertEquals(1, pair.changes.get(end).size(), "seed " + seed);
            assertEquals(
                    StateChange.Cause.DETECTION_TIME_EXPIRED,
                    pair.changes.get(end).getFirst().cause(),
                    "seed " + seed);
        }

        pair.cut = false;
        pair.run(3_100 * MS);
        assertTrue(pair.bothUp(), "did not come back, seed " + seed);
    }

    /** One packet in ten lost: comes up nevertheless, and agrees on the timers. With x 5 alarms are rare but real. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void getsThroughLoss(long seed) {
        Pair pair = new Pair(seed, BfdTimers.ofMillis(50, 5), BfdTimers.ofMillis(50, 5));
        pair.loss = 0.1;
        pair.mostDelay = 5 * MS;
        pair.run(20_000 * MS);
        pair.loss = 0;
        pair.run(5_000 * MS);
        assertTrue(pair.bothUp(), "seed " + seed);
        assertEquals(50_000_000, pair.ends[0].view().transmitInterval().toNanos(), "seed " + seed);
        assertEquals(250_000_000, pair.ends[1].view().detectionTime().toNanos(), "seed " + seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    void timersChangeWhileUpWithoutAnAlarm(long seed) {
        Pair pair = new Pair(seed, BfdTimers.FAST, BfdTimers.FAST);
        pair.mostDelay = MS;
        pair.run(3_000 * MS);
        assertTrue(pair.bothUp());
        pair.changes.forEach(List::clear);
        SplittableRandom choice = new SplittableRandom(seed);
        for (int i = 0; i < 50; i++) {
            BfdTimers next = new BfdTimers(
                    10_000 + choice.nextInt(990_000), 10_000 + choice.nextInt(990_000), 2 + choice.nextInt(3));
            pair.ends[choice.nextInt(2)].setTimers(next, pair.now);
            pair.run(choice.nextInt(1, 3000) * MS);
            assertEquals(List.of(List.of(), List.of()), pair.changes, "seed " + seed + ", change " + i);
        }
        pair.run(10_000 * MS);
        assertTrue(!pair.ends[0].view().polling() && !pair.ends[1].view().polling(), "seed " + seed);
    }
}
