package io.braid.perf.flow;

import io.braid.flow.RebalancerSettings;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how evenly a policy spreads flows, and what it does to them when a path goes and returns, over many seeded trials.
 *
 * <p>The same seed gives the same figures on every machine. Trials use all CPUs.
 */
public final class BalanceSimulation {
    private static final int SETTLED_MILLIS = 500;
    private static final int MEASURED_MILLIS = 100;
    private static final int ZIPF_MEASURED_MILLIS = 2000;
    private static final int ZIPF_FLOWS = 200;
    private static final int SMALL_FLOWS = 2000;
    private static final int PHASE_MILLIS = 1000;

    private final int trials;
    private final long seed;

    /** @param trials at least 1 */
    public BalanceSimulation(int trials, long seed) {
        if (trials < 1) {
            throw new IllegalArgumentException("a simulation needs at least one trial, not " + trials);
        }
        this.trials = trials;
        this.seed = seed;
    }

    /** Equal flows that last: the spread of what they send once all have come and ramped up. */
    public Spread elephants(int count, Scenario scenario) {
        return spread(random -> {
            var host = host(scenario, Populations.elephants(count, scenario, random), random);
            return measured(host, scenario.arrivalMillis() + SETTLED_MILLIS, MEASURED_MILLIS);
        });
    }

    /** The same of flows that ramp up at different speeds. */
    public Spread elephantsOfDifferentRamps(int count, Scenario scenario) {
        return spread(random -> {
            var host = host(scenario, Populations.elephantsOfDifferentRamps(count, scenario, random), random);
            return measured(host, scenario.arrivalMillis() + SETTLED_MILLIS, MEASURED_MILLIS);
        });
    }

    /**
     * Equal flows that last and pause now and then: the spread of their rates after a time.
     *
     * @param afterMillis counted from the last arrival
     */
    public Spread pausingElephants(int count, Scenario scenario, int afterMillis) {
        return spread(random -> {
            var host = host(scenario, Populations.pausingElephants(count, scenario, random), random);
            host.run(0, scenario.arrivalMillis() + afterMillis);
            return host.maxOverMeanOfRates();
        });
    }

    /** Short flows of equal size: the spread of all they send. */
    public Spread mice(int count, Scenario scenario) {
        return spread(random -> {
            var host = host(scenario, Populations.mice(count, scenario, random), random);
            return measured(host, 0, scenario.arrivalMillis() + MEASURED_MILLIS);
        });
    }

    /**
     * 200 flows whose rates follow Zipf's law, the largest with 17% of all: the spread of what they send in two seconds.
     *
     * @param afterMillis when the two seconds begin
     */
    public Spread zipf(Scenario scenario, int afterMillis) {
        return spread(random -> {
            var host = host(scenario, Populations.zipf(ZIPF_FLOWS, scenario, random), random);
            return measured(host, afterMillis, ZIPF_MEASURED_MILLIS);
        });
    }

    /**
     * What became of 2000 equal flows over all trials when the second path was lost and when it returned.
     *
     * @param onLostPath flows that were on the lost path
     * @param moved flows that had another path afterwards; the same number if no other flow moved
     * @param movedOnReturn flows that had another path after the return
     * @param afterLoss the survivors' spread
     */
    public record PathLoss(long onLostPath, long moved, long movedOnReturn, Spread afterLoss) {
        /** Flows of the paths that were left which changed their path nevertheless. */
        public long survivorsMoved() {
            return moved - onLostPath;
        }
    }

    /** Loses the second path of the scenario and brings it back. */
    public PathLoss pathLoss(Scenario scenario) {
        var onLostPath = new long[trials];
        var moved = new long[trials];
        var movedOnReturn = new long[trials];
        double[] spread = LongStream.range(0, trials)
                .parallel()
                .mapToDouble(trial -> {
                    SplittableRandom random = randomOf(trial);
                    var flows = Populations.small(SMALL_FLOWS, scenario, random);
                    var host = host(scenario, flows, random);
                    int lossAt = scenario.arrivalMillis() + PHASE_MILLIS;
                    host.run(0, lossAt);
                    int i = (int) trial;
                    onLostPath[i] =
                            flows.stream().filter(flow -> flow.path == 1).count();
                    int[] without = scenario.pathWeights();
                    without[1] = 0;
                    host.setWeights(without);
                    host.run(lossAt, lossAt + PHASE_MILLIS - MEASURED_MILLIS);
                    host.resetSent();
                    host.run(lossAt + PHASE_MILLIS - MEASURED_MILLIS, lossAt + PHASE_MILLIS);
                    double result = host.maxOverMean();
                    moved[i] = host.moved();
                    host.setWeights(scenario.pathWeights());
                    host.run(lossAt + PHASE_MILLIS, lossAt + 2 * PHASE_MILLIS);
                    movedOnReturn[i] = host.moved() - moved[i];
                    return result;
                })
                .toArray();
        return new PathLoss(
                Arrays.stream(onLostPath).sum(),
                Arrays.stream(moved).sum(),
                Arrays.stream(movedOnReturn).sum(),
                Spread.of(spread));
    }

    private Spread spread(ToDoubleFunction<SplittableRandom> trial) {
        return Spread.of(LongStream.range(0, trials)
                .parallel()
                .mapToDouble(i -> trial.applyAsDouble(randomOf(i)))
                .toArray());
    }

    /** Scattered, because neighbouring seeds of one generator need not be independent. */
    private SplittableRandom randomOf(long trial) {
        return new SplittableRandom(new SplittableRandom(seed + trial).nextLong());
    }

    private static SimulatedHost host(Scenario scenario, List<SimulatedFlow> flows, SplittableRandom random) {
        @Nullable RebalancerSettings rebalancing = scenario.rebalances() ? RebalancerSettings.DEFAULT : null;
        return new SimulatedHost(scenario, flows, rebalancing, random);
    }

    private static double measured(SimulatedHost host, int fromTick, int millis) {
        host.run(0, fromTick);
        host.resetSent();
        host.run(fromTick, fromTick + millis);
        return host.maxOverMean();
    }
}
