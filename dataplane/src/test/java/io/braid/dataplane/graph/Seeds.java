package io.braid.dataplane.graph;

import java.util.SplittableRandom;

/** Where random tests get their seed: fresh in each run and printed, so that a failure can be repeated with {@code -Dbraid.test.seed=N}. */
final class Seeds {
    private Seeds() {}

    static long seedFor(Class<?> test) {
        Long given = Long.getLong("braid.test.seed");
        long seed = given != null ? given : new SplittableRandom().nextLong();
        System.out.println(test.getSimpleName() + ": -Dbraid.test.seed=" + seed);
        return seed;
    }
}
