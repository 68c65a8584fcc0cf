package io.braid.perf.bench;

import io.braid.flow.PlacementPolicy;
import io.braid.perf.bench.FlowTableFigures.Balance;
import io.braid.perf.bench.FlowTableFigures.Lookups;
import io.braid.perf.flow.BalanceSimulation;
import io.braid.perf.flow.GroupComparison;
import io.braid.perf.flow.Scenario;
import io.braid.perf.jmh.FlowChurnBenchmark;
import io.braid.perf.jmh.FlowMapBenchmark;
import io.braid.perf.jmh.FlowTableBenchmark;
import io.braid.perf.jmh.RteHashBenchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.RunnerException;

/** Measures what {@link FlowTableFigures} shows: the flow table and rte_hash in turn, then the other peers. */
final class FlowTableMeasurement {
    private static final int MILLION = 1 << 20;
    private static final int TRIALS = 1000;
    private static final long SEED = 1;
    private static final int ELEPHANTS = 8;
    private static final int MICE = 10_000;
    private static final int ZIPF_FROM_MILLIS = 2_000;
    private static final int HUGEPAGES = 400;

    private final int rounds;
    private final int seconds;
    private final Consumer<String> progress;

    /**
     * @param rounds how often the flow table and rte_hash are measured in turn
     * @param seconds of each measurement
     * @param progress is told what is being done
     */
    FlowTableMeasurement(int rounds, int seconds, Consumer<String> progress) {
        this.rounds = rounds;
        this.seconds = seconds;
        this.progress = progress;
    }

    FlowTableFigures run() throws IOException, InterruptedException, RunnerException {
        progress.accept("simulating " + TRIALS + " populations of flows each");
        Balance balance = balance();
        progress.accept("comparing bucket table, Maglev and rendezvous");
        GroupComparison groups = GroupComparison.run();
        return new FlowTableFigures(balance, groups, lookups());
    }

    private static Balance balance() {
        var simulation = new BalanceSimulation(TRIALS, SEED);
        // Seconds of thousands of packets, in each trial.
        var few = new BalanceSimulation(TRIALS / 20, SEED);
        Scenario byHash = Scenario.fourPaths(PlacementPolicy.HASH, 1, 0);
        Scenario leastLoaded = Scenario.fourPaths(PlacementPolicy.LEAST_LOADED, 1, 0);
        Scenario arriving = Scenario.fourPaths(PlacementPolicy.LEAST_LOADED, 1, 1000);
        return new Balance(
                TRIALS,
                simulation.elephants(ELEPHANTS, byHash),
                simulation.elephants(ELEPHANTS, leastLoaded),
                simulation.mice(MICE, arriving),
                few.zipf(arriving.rebalanced(), ZIPF_FROM_MILLIS),
                few.zipf(Scenario.fourPaths(PlacementPolicy.FLOWLET, 1, 1000), ZIPF_FROM_MILLIS),
                few.pathLoss(leastLoaded));
    }

    private Lookups lookups() throws IOException, InterruptedException, RunnerException {
        var million = new ArrayList<Double>();
        var known = new ArrayList<Double>();
        var asMany = new ArrayList<Double>();
        var rteHashMillion = new ArrayList<Double>();
        var rteHash = new ArrayList<RteHashNanos>();
        boolean hugepages;
        try (HugepageLoan loan = HugepageLoan.of(HUGEPAGES)) {
            hugepages = loan.isEnough();
            for (int round = 1; round <= rounds; round++) {
                progress.accept("round " + round + " of " + rounds + ": looking up flows");
                million.add(JmhRun.nanos(FlowTableBenchmark.class, "findKeys", MILLION, seconds));
                known.add(JmhRun.nanos(FlowTableBenchmark.class, "find", MILLION, seconds));
                asMany.add(JmhRun.nanos(FlowTableBenchmark.class, "findKeys", RteHashOutput.KEYS, seconds));
                if (RteHashTest.isInstalled()) {
                    rteHashMillion.add(JmhRun.nanos(RteHashBenchmark.class, "find", MILLION, seconds));
                    progress.accept("round " + round + " of " + rounds + ": rte_hash, by DPDK's own test");
                    rteHash.add(RteHashTest.run(hugepages));
                }
            }
        }
        progress.accept("16 million flows, the JDK's and fastutil's maps, and flows that come and go");
        var churn = JmhRun.counted(FlowChurnBenchmark.class, "churn", "newFlows", seconds);
        return new Lookups(
                List.copyOf(million),
                List.copyOf(known),
                List.copyOf(asMany),
                List.copyOf(rteHashMillion),
                List.copyOf(rteHash),
                hugepages,
                JmhRun.nanos(FlowTableBenchmark.class, "find", 16 * MILLION, seconds),
                JmhRun.nanos(FlowMapBenchmark.class, "concurrentHashMap", MILLION, seconds),
                JmhRun.nanos(FlowMapBenchmark.class, "fastutil", MILLION, seconds),
                JmhRun.nanos(FlowMapBenchmark.class, "fastutilByHash", MILLION, seconds),
                JmhRun.nanos(FlowChurnBenchmark.class, "still", 0, seconds),
                churn.nanos(),
                1e9 / churn.between());
    }
}
