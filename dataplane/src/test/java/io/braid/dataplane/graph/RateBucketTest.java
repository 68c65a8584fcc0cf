package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateBucketTest {
    private static final long SECOND = 1_000_000_000L;

    /** What passes is rate times time to the bit, however unevenly the clock is read. */
    @ParameterizedTest
    @ValueSource(longs = {1_000_000, 333_333_333, 10_000_000_000L, 100_000_000_007L, RateBucket.MAX_BITS})
    void nothingIsGainedOrLostBetweenLooks(long rate) {
        long seed = System.nanoTime();
        var random = new Random(seed);
        RateBucket bucket = RateBucket.bits(rate, 0);
        long burst = drain(bucket);
        assertEquals(Math.max(2 * 65_536 * 8, rate / 100), burst);
        long now = 0;
        long passed = 0;
        while (now < 3 * SECOND) {
            now += 1 + random.nextInt(200_000);
            bucket.refill(now);
            passed += drain(bucket);
        }
        long expected = Math.multiplyHigh(rate, now) == 0 ? rate * now / SECOND : (long) ((double) rate * now / SECOND);
        assertTrue(
                Math.abs(passed - expected) <= expected / 1_000_000_000 + 1,
                "seed " + seed + ": " + passed + ", not " + expected);
    }

    private static long drain(RateBucket bucket) {
        long taken = 0;
        for (long tokens = 1L << 33; tokens > 0; tokens >>= 1) {
            while (bucket.has(tokens)) {
                bucket.take(tokens);
                taken += tokens;
            }
        }
        return taken;
    }

    @Test
    void aLongPauseFillsItAndNoMore() {
        RateBucket bucket = RateBucket.bits(RateBucket.MAX_BITS, 0);
        bucket.refill(Long.MAX_VALUE);
        assertEquals(RateBucket.MAX_BITS / 100, drain(bucket));
        RateBucket packets = RateBucket.packets(RateBucket.MAX_PACKETS, 0);
        packets.refill(Long.MAX_VALUE);
        assertEquals(RateBucket.MAX_PACKETS / 100, drain(packets));
    }

    @Test
    void aClockThatStandsOrGoesBackGivesNothing() {
        RateBucket bucket = RateBucket.packets(1000, SECOND);
        assertEquals(64, drain(bucket));
        bucket.refill(SECOND);
        bucket.refill(0);
        assertFalse(bucket.has(1));
        bucket.refill(SECOND + 1_000_000);
        assertTrue(bucket.has(1));
    }

    @Test
    void theLargestPacketPassesTheSmallestRate() {
        RateBucket bucket = RateBucket.bits(1_000_000, 0);
        assertTrue(bucket.has(65_535 * 8));
    }
}
