package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathLoadTest {
    private static final BucketTable ALL = BucketTable.of(256, 1, 1, 1, 1, 1, 1, 1, 1);
    private static final double MEGABYTE_PER_SECOND = 1e6;

    private static double expected(PathLoad load, int path) {
        return load.expected(path, load.pinRate(ALL));
    }

    /** Sends 1 MB/s on a path for some milliseconds. */
    private static int send(PathLoad load, int path, int from, int millis) {
        for (int tick = from; tick - (from + millis) < 0; tick++) {
            load.roll(tick);
            load.add(path, 1000);
        }
        load.roll(from + millis);
        return from + millis;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1000, Integer.MAX_VALUE - 2000, Integer.MIN_VALUE})
    void learnsARateAndForgetsIt(int start) {
        var load = new PathLoad(0, start);
        int tick = send(load, 3, start, 4000);
        assertEquals(MEGABYTE_PER_SECOND, load.rate(3), 1000);
        assertEquals(MEGABYTE_PER_SECOND, expected(load, 3), 1000);
        assertEquals(0, expected(load, 2));
        load.roll(tick + 512);
        assertEquals(MEGABYTE_PER_SECOND / Math.E, expected(load, 3), 1000);
        load.roll(tick + 20_000);
        assertEquals(0, expected(load, 3));
    }

    @Test
    void aStartIsSeenSoon() {
        var load = new PathLoad(0, 0);
        send(load, 0, 0, 64);
        assertTrue(expected(load, 0) > 0.8 * MEGABYTE_PER_SECOND, () -> "only " + expected(load, 0));
    }

    /** A worker that rolls seldom comes to the same average as one that rolls each millisecond. */
    @Test
    void doesNotDependOnHowOftenItRolls() {
        var often = new PathLoad(0, 0);
        send(often, 1, 0, 1000);
        var seldom = new PathLoad(0, 0);
        for (int tick = 0; tick < 1000; tick += 50) {
            seldom.add(1, 50_000);
            seldom.roll(tick + 50);
        }
        assertEquals(often.rate(1), seldom.rate(1), 1);
    }

    @Test
    void aClockThatGoesBackwardsLosesNothing() {
        var load = new PathLoad(0, 1000);
        load.add(0, 1000);
        load.roll(500);
        assertEquals(0, load.rate(0));
        load.roll(501);
        var straight = new PathLoad(0, 500);
        straight.add(0, 1000);
        straight.roll(501);
        assertEquals(straight.rate(0), load.rate(0));
        assertTrue(load.rate(0) > 0);
    }

    @Test
    void anewPinWeighsAsMuchAsTheBusiestPathAndFades() {
        var load = new PathLoad(0, 0);
        int tick = send(load, 0, 0, 4000);
        load.pinned(1);
        assertEquals(expected(load, 0), expected(load, 1), 1);
        load.roll(tick + 5 * PathLoad.PIN_MILLIS);
        assertTrue(expected(load, 1) < 0.2 * expected(load, 0), () -> "still " + expected(load, 1));
    }

    @Test
    void allPinsTogetherWeighNoMoreThanTwiceWhatIsMeasured() {
        var load = new PathLoad(0, 0);
        int tick = send(load, 0, 0, 4000);
        for (int i = 0; i < 1000; i++) {
            load.pinned(1);
        }
        load.roll(tick + 1);
        assertEquals(2 * MEGABYTE_PER_SECOND, expected(load, 1), 0.05 * MEGABYTE_PER_SECOND);
    }

    @Test
    void movingAFlowMovesItsLoad() {
        var load = new PathLoad(0, 0);
        int tick = send(load, 0, 0, 4096);
        load.moved(0, 1, 16_000, tick);
        assertEquals(0, load.rate(0), 2000);
        assertEquals(MEGABYTE_PER_SECOND, load.rate(1), 2000);
        assertEquals(MEGABYTE_PER_SECOND, expected(load, 1), 2000);
        load.moved(1, 1, 16_000, tick);
        assertEquals(MEGABYTE_PER_SECOND, load.rate(1), 2000);
        load.moved(BucketTable.NONE, 2, 16_000, tick);
        assertEquals(MEGABYTE_PER_SECOND, load.rate(2), 2000);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 8, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aPathOutOfRangeIsIgnored(int path) {
        var load = new PathLoad(0, 0);
        load.add(path, 1000);
        load.pinned(path);
        load.moved(path, path + 100, 1000, 0);
        load.add(0, -5);
        load.add(0, 0);
        load.roll(1);
        for (int other = 0; other < BucketTable.MAX_PATHS; other++) {
            assertEquals(0, expected(load, other));
        }
        assertEquals(0, expected(load, path));
        assertEquals(0, load.rate(path));
    }

    @Test
    void workersHearOfEachOther() {
        var first = new PathLoad(0, 0);
        var second = new PathLoad(1, 0);
        var third = new PathLoad(2, 0);
        var merge = new LoadMerge(List.of(first, second, third));
        send(first, 0, 0, 4000);
        send(second, 0, 0, 4000);
        send(third, 5, 0, 4000);
        assertEquals(0, expected(first, 5));
        merge.run();
        first.roll(4001);
        third.roll(4001);
        assertEquals(MEGABYTE_PER_SECOND, expected(first, 5), 3000);
        assertEquals(2 * MEGABYTE_PER_SECOND, expected(third, 0), 3000);
        assertEquals(MEGABYTE_PER_SECOND, expected(third, 5), 3000);
        var rates = new double[10];
        merge.rates(rates);
        assertEquals(2 * MEGABYTE_PER_SECOND, rates[0], 3000);
        assertEquals(0, rates[9]);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1000, -1, -600, Integer.MAX_VALUE - 100})
    void aCountIsHalvedPerWindow(int then) {
        int start = then & -FlowRate.WINDOW_MILLIS;
        assertEquals(1000, FlowRate.aged(1000, start, start + 255));
        assertEquals(500, FlowRate.aged(1000, start, start + 256));
        assertEquals(500, FlowRate.aged(1000, start + 255, start + 256));
        assertEquals(125, FlowRate.aged(1000, start, start + 3 * 256));
        assertEquals(0, FlowRate.aged(1000, start, start + 100 * 256));
        assertEquals(1000, FlowRate.aged(1000, start, start - 5000), "the clock went backwards");
        assertEquals(1003, FlowRate.add(1000, 33));
    }

    @Test
    void ratesOfSteadyFlowsDoNotDependOnTheWindow() {
        for (int now : new int[] {0, 1, 100, 255, -1, -256}) {
            double passed = (now & 255) / 256.0;
            int recent = (int) Math.round(16_000 * (1 + passed));
            assertEquals(MEGABYTE_PER_SECOND, FlowRate.bytesPerSecond(recent, now), 100);
        }
        assertEquals(Integer.MAX_VALUE, FlowRate.perWindow(FlowRate.add(Integer.MAX_VALUE, 1500), 0), "saturates");
    }
}
