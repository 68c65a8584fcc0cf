package io.braid.bgp.session;

import java.util.random.RandomGenerator;

/**
 * Shortens times at random to 75 to 100 percent, so that many sessions do not act in step (RFC 4271 section 10).
 *
 * @param random the source of chance; seeded in tests
 */
record Jitter(RandomGenerator random) {
    private static final double LEAST = 0.75;

    long apply(long nanos) {
        return (long) (nanos * random.nextDouble(LEAST, 1.0));
    }
}
