package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RebalancerTest {
    private static final double[] UNEVEN = {3e6, 1e6};
    private static final int[] EQUAL = {100, 100};

    private final Rebalancer rebalancer = new Rebalancer(RebalancerSettings.DEFAULT);
    private int tick = -500;

    private void run(int millis, double[] rates, int... weights) {
        for (int i = 0; i < millis; i += 5) {
            rebalancer.update(tick, rates, weights);
            tick += 5;
        }
    }

    private static int count(double bytesPerSecond) {
        return (int) Math.round(bytesPerSecond * 0.256 / 16);
    }

    @Test
    void asksForAFlowOfHalfTheDifferenceAfterAWhile() {
        run(290, UNEVEN, EQUAL);
        assertSame(Repath.NONE, rebalancer.order());
        run(20, UNEVEN, EQUAL);
        Repath order = rebalancer.order();
        assertEquals(1, order.id());
        assertEquals(0, order.from());
        assertEquals(1, order.to());
        assertTrue(order.matches(0, count(1e6), 5, 0));
        assertFalse(order.matches(0, count(1e6), 4, 0), "no gap");
        assertFalse(order.matches(0, count(1e6), -1, 0), "clock went backwards");
        assertFalse(order.matches(1, count(1e6), 5, 0), "another path");
        assertFalse(order.matches(0, count(2e6), 5, 0), "would only swap the paths");
        assertFalse(order.matches(0, count(0.1e6), 5, 0), "too small to help");
    }

    @Test
    void acceptsOthersWhenNoneComesThenWaitsLongerThenGivesUp() {
        run(310, UNEVEN, EQUAL);
        Repath first = rebalancer.order();
        run(100, UNEVEN, EQUAL);
        Repath second = rebalancer.order();
        assertNotSame(first, second);
        assertFalse(first.claim(1, 0), "withdrawn");
        assertTrue(second.minPerWindow() < first.minPerWindow() && second.maxPerWindow() > first.maxPerWindow());
        assertTrue(FlowRate.ofPerWindow(second.maxPerWindow()) < 2e6, "a move always lowers the maximum");
        run(15_000, UNEVEN, EQUAL);
        assertSame(Repath.NONE, rebalancer.order());
        assertEquals(9, rebalancer.orders(), "three rounds of three");
        run(60_000, UNEVEN, EQUAL);
        assertEquals(9, rebalancer.orders());
        run(10_000, new double[] {6e6, 1e6}, EQUAL);
        assertTrue(rebalancer.orders() > 9, "the loads are others");
    }

    @Test
    void oneFlowIsMovedAndThatIsEnough() {
        run(310, UNEVEN, EQUAL);
        assertTrue(rebalancer.order().claim(count(1e6), 0));
        run(5, new double[] {2e6, 2e6}, EQUAL);
        assertEquals(1, rebalancer.moves());
        run(20_000, new double[] {2e6, 2e6}, EQUAL);
        assertEquals(1, rebalancer.orders());
        assertSame(Repath.NONE, rebalancer.order());
    }

    @Test
    void evenOrFewPathsAreLeftAlone() {
        run(5000, new double[] {1.09e6, 0.91e6}, EQUAL);
        run(5000, new double[] {3e6}, 100);
        run(5000, new double[] {3e6, 1e6}, 100, 0);
        run(5000, new double[] {3e6, 1e6}, 0, 0);
        run(5000, new double[] {3e6, 1e6}, 300, 100);
        run(5000, new double[] {0, 0}, 300, 100);
        run(5000, new double[0]);
        run(5000, new double[20], new int[20]);
        assertEquals(0, rebalancer.orders());
    }

    @Test
    void aHostThatCarriesNextToNothingIsLeftAlone() {
        run(20_000, new double[] {Rebalancer.LEAST_LOAD - 1, 0}, EQUAL);
        assertEquals(0, rebalancer.orders());
        run(800, new double[] {2 * Rebalancer.LEAST_LOAD, 0}, EQUAL);
        assertTrue(rebalancer.orders() > 0);
        // What was asked for while there was something to gain is no more wanted afterwards.
        run(3_000, new double[] {100, 0}, EQUAL);
        assertEquals(Repath.NONE, rebalancer.order());
    }

    @Test
    void aShortExcessIsNone() {
        run(1000, new double[] {1e6, 1e6}, EQUAL);
        for (int i = 0; i < 10; i++) {
            run(200, new double[] {1.2e6, 0.8e6}, EQUAL);
            run(4000, new double[] {1e6, 1e6}, EQUAL);
        }
        assertEquals(0, rebalancer.orders());
    }

    @Test
    void aLostPathEndsTheOrder() {
        run(310, UNEVEN, EQUAL);
        Repath order = rebalancer.order();
        run(5, UNEVEN, 100, 0);
        assertSame(Repath.NONE, rebalancer.order());
        assertFalse(order.claim(1, 0));
    }

    @Test
    void aClockThatGoesBackwardsOrLeapsAddsNoTime() {
        for (int i = 0; i < 1000; i++) {
            rebalancer.update(-i, UNEVEN, EQUAL);
        }
        assertEquals(0, rebalancer.orders());
        rebalancer.update(1_000_000, UNEVEN, EQUAL);
        assertEquals(0, rebalancer.orders(), "of a long silence 100 ms count");
    }

    @Test
    void aMoverTakesOneFlowAndNotTwiceWithinTheCoolDown() {
        var settings = RebalancerSettings.DEFAULT;
        BucketTable group = BucketTable.of(256, 1, 1);
        var mover = new FlowMover();
        var first = new Repath(1, 0, 1, 1, 1000, settings);
        assertFalse(mover.takes(Repath.NONE, group, 7, 0, 500, 100, 0));
        assertFalse(mover.takes(Repath.NONE, group, 7, -1, 0, 100, 0));
        assertFalse(mover.takes(first, BucketTable.of(256, 1, 0), 7, 0, 500, 100, 0), "not usable in this family");
        assertTrue(mover.takes(first, group, 7, 0, 500, 100, 0));
        assertFalse(mover.takes(first, group, 8, 0, 500, 100, 0), "used up");
        var second = new Repath(2, 1, 0, 1, 1000, settings);
        assertFalse(mover.takes(second, group, 7, 1, 500, 100, 9999));
        assertFalse(mover.takes(second, group, 7, 1, 500, 100, -5), "clock went backwards");
        assertTrue(mover.takes(second, group, 7, 1, 500, 100, 10_000));
    }

    @Test
    void aMoverRemembersAllMovesOfACoolDown() {
        BucketTable group = BucketTable.of(256, 1, 1);
        var mover = new FlowMover();
        for (int i = 0; i < FlowMover.REMEMBERED; i++) {
            assertTrue(mover.takes(new Repath(i, 0, 1, 1, 1000, RebalancerSettings.DEFAULT), group, i, 0, 500, 100, i));
        }
        for (int i = 0; i < FlowMover.REMEMBERED; i++) {
            assertFalse(
                    mover.takes(new Repath(i, 0, 1, 1, 1000, RebalancerSettings.DEFAULT), group, i, 0, 500, 100, 1000));
        }
    }

    /** Of many threads that see a match, one moves its flow, and the conductor learns of it exactly then. */
    @Test
    void oneOfManyClaims() throws Exception {
        try (var threads = Executors.newFixedThreadPool(3)) {
            for (int round = 0; round < 500; round++) {
                var order = new Repath(round, 0, 1, 1, 1000, RebalancerSettings.DEFAULT);
                var start = new CountDownLatch(1);
                var claims = new AtomicInteger();
                var done = new CountDownLatch(3);
                for (int i = 0; i < 3; i++) {
                    threads.execute(() -> {
                        try {
                            start.await();
                            claims.addAndGet(order.claim(256, 0) ? 1 : 0);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        } finally {
                            done.countDown();
                        }
                    });
                }
                start.countDown();
                int closed = order.close();
                done.await();
                assertEquals(closed > 0 ? 1 : 0, claims.get());
            }
        }
    }

    @Test
    void settingsAreChecked() {
        var ok = RebalancerSettings.DEFAULT;
        assertEquals(30, ok.withGapMillis(30).gapMillis());
        assertThrows(IllegalArgumentException.class, () -> ok.withGapMillis(0));
        assertThrows(IllegalArgumentException.class, () -> new RebalancerSettings(1.1, 1.1, 0, 100, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new RebalancerSettings(1.1, 0.9, 0, 100, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new RebalancerSettings(Double.NaN, 1, 0, 100, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new RebalancerSettings(1.1, 1, -1, 100, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new RebalancerSettings(1.1, 1, 0, 1, 0, 10_000, 1));
    }
}
