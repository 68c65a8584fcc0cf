package io.braid.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Repeats a test that failed while the machine stood still, as its verdict is then the machine's: both ends of a session
 * in one JVM are silent at once. What is asserted stays the same, and a round that passes passes.
 */
public final class Conclusive {
    /** Two packets of BFD at 50 ms x 3 are still on time. */
    public static final Duration BEARABLE = Duration.ofMillis(60);

    private static final int ROUNDS = 5;

    private Conclusive() {}

    /** One round, or what has to be done before the next one. */
    @FunctionalInterface
    public interface Round {
        void run() throws Exception;
    }

    /** Runs a test that makes all it needs itself. */
    public static void run(Round round) throws Exception {
        run(round, () -> {});
    }

    /**
     * Runs a test.
     *
     * @param anew makes what the next round needs
     * @throws AssertionError the test's, or one that lists the gaps when there were such in every round
     */
    public static void run(Round round, Round anew) throws Exception {
        List<Long> gaps = new ArrayList<>();
        while (true) {
            try (StallMeter meter = new StallMeter()) {
                try {
                    round.run();
                    return;
                } catch (AssertionError e) {
                    Duration gap = meter.longestGap();
                    gaps.add(gap.toMillis());
                    if (gap.compareTo(BEARABLE) <= 0) {
                        throw e;
                    }
                    if (gaps.size() == ROUNDS) {
                        throw new AssertionError(
                                "no verdict: the machine stood still in each of " + ROUNDS + " rounds, ms: " + gaps, e);
                    }
                    System.out.println("no verdict, as the machine stood still for " + gap.toMillis() + " ms: " + e);
                }
            }
            anew.run();
        }
    }
}
