package io.braid.perf.bench;

import java.util.Collection;
import java.util.Objects;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** One JMH benchmark method, run in a JVM of its own, for its score. */
final class JmhRun {
    private JmhRun() {}

    /**
     * Nanoseconds for each operation.
     *
     * @param benchmark the class
     * @param method its method
     * @param flows value of its parameter of that name; 0 for none
     * @param seconds measured, after two thirds as much to warm up
     */
    static double nanos(Class<?> benchmark, String method, int flows, int seconds) throws RunnerException {
        return run(benchmark, method, flows, seconds).getPrimaryResult().getScore();
    }

    /**
     * Nanoseconds for each operation, and between two events that the benchmark counts besides.
     *
     * @param nanos for each operation
     * @param between two events
     */
    record Counted(double nanos, double between) {}

    /**
     * The same for a benchmark that counts something.
     *
     * @param counter the name of its counter
     */
    static Counted counted(Class<?> benchmark, String method, String counter, int seconds) throws RunnerException {
        RunResult result = run(benchmark, method, 0, seconds);
        return new Counted(
                result.getPrimaryResult().getScore(),
                Objects.requireNonNull(result.getSecondaryResults().get(counter), counter)
                        .getScore());
    }

    private static RunResult run(Class<?> benchmark, String method, int flows, int seconds) throws RunnerException {
        var options = new OptionsBuilder()
                .include("^" + benchmark.getName().replace(".", "\\.") + "\\." + method + "$")
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .jvmArgs(
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:+UseSerialGC")
                .forks(1)
                .warmupIterations(Math.max(2, seconds * 2 / 3))
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(seconds)
                .measurementTime(TimeValue.seconds(1));
        if (flows > 0) {
            options.param("flows", String.valueOf(flows));
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        return results.iterator().next();
    }
}
