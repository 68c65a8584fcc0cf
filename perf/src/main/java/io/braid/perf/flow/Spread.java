package io.braid.perf.flow;

import java.util.Arrays;
import java.util.Locale;

/**
 * How uneven paths were over many trials: the busiest path's bytes over the average, per weight; 1 is even.
 *
 * @param mean over the trials
 * @param p99 99 of 100 trials were at most this
 * @param worst of all trials
 */
public record Spread(double mean, double p99, double worst) {
    private static final double HIGH = 0.99;

    static Spread of(double[] maxOverMean) {
        double[] sorted = maxOverMean.clone();
        Arrays.sort(sorted);
        return new Spread(
                Arrays.stream(sorted).average().orElseThrow(),
                sorted[(int) Math.ceil(HIGH * sorted.length) - 1],
                sorted[sorted.length - 1]);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "max/mean %.3f (p99 %.3f, worst %.3f)", mean, p99, worst);
    }
}
