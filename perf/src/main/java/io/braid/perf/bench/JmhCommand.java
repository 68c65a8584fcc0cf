package io.braid.perf.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code braid perf jmh}: the micro-benchmarks, with JMH's own options. */
@Command(
        name = "jmh",
        description =
                "Runs the micro-benchmarks whose name contains PATTERN. All of JMH's own options may follow: -h shows them, -l lists the benchmarks,"
                        + " -prof gc shows what they allocate.")
final class JmhCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..*",
            description = "part of a benchmark's name, as a regular expression; and JMH's options")
    private List<String> patterns = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        var arguments = new ArrayList<>(
                List.of("-jvmArgs", "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"));
        arguments.addAll(patterns);
        Main.main(arguments.toArray(String[]::new));
        return 0;
    }
}
