package io.braid.perf.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.perf.forward.GraphBenchmark;
import io.braid.perf.jmh.BurstBenchmark;
import io.braid.perf.jmh.FlowHashBenchmark;
import io.braid.perf.jmh.FlowTableBenchmark;
import io.braid.perf.jmh.HandoffBenchmark;
import io.braid.perf.jmh.PlacementBenchmark;
import io.braid.perf.jmh.ToeplitzBenchmark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What a worker does for each packet allocates nothing, by JMH's profiler. How fast it is is not looked at here. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class BenchmarkAllocationIT {
    /** JMH's own share of a run, divided by all operations, is less. */
    private static final double MOST_BYTES = 0.01;

    private static final String BYTES = "gc.alloc.rate.norm";

    /** The methods of each class that a worker's loop is made of. */
    private static final Map<Class<?>, String> HOT = Map.of(
            GraphBenchmark.class, "(parse|egress|ingress|checksum)",
            BurstBenchmark.class, "receiveAndSend",
            FlowHashBenchmark.class, "(ipv4|ipv6)",
            FlowTableBenchmark.class, "findKeys",
            HandoffBenchmark.class, "braid",
            PlacementBenchmark.class, "(chooseLeastLoaded|add|rollEachMillisecond)",
            ToeplitzBenchmark.class, "ipv4");

    @Test
    void nothingIsAllocatedForAPacket() throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder();
        HOT.forEach((benchmark, methods) ->
                options.include("^" + benchmark.getName().replace(".", "\\.") + "\\." + methods + "$"));
        var results = new Runner(options.addProfiler(GCProfiler.class)
                        .param("flows", "65536")
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .jvmArgs(
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-XX:+UseSerialGC")
                        .forks(1)
                        .warmupIterations(2)
                        .warmupTime(TimeValue.milliseconds(400))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.milliseconds(250))
                        .build())
                .run();
        Map<String, Double> allocating = new TreeMap<>();
        List<String> measured = new ArrayList<>();
        for (RunResult result : results) {
            String name =
                    result.getParams().getBenchmark() + " " + result.getParams().getParamsKeys();
            double bytes = fewest(result);
            measured.add(name);
            if (!(bytes <= MOST_BYTES)) {
                allocating.put(name, bytes);
            }
        }
        assertEquals(Map.of(), allocating, "bytes for each operation");
        // Two families each, and one each for the others.
        assertEquals(17, measured.size(), measured.toString());
    }

    /** Of all iterations: what is compiled meanwhile allocates once, and what is allocated for each packet shows in all. */
    private static double fewest(RunResult result) {
        return result.getBenchmarkResults().stream()
                .flatMap(benchmark -> benchmark.getIterationResults().stream())
                .mapToDouble(iteration -> Objects.requireNonNull(
                                iteration.getSecondaryResults().get(BYTES), BYTES)
                        .getScore())
                .min()
                .orElseThrow();
    }
}
