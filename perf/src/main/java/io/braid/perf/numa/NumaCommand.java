package io.braid.perf.numa;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code braid perf numa}: the measurements of this package, one after the other. */
@Command(
        name = "numa",
        description =
                "Measures what handling packets on the right socket costs and gains: the hand-off of bursts between workers beside DPDK's rte_ring, JCTools'"
                        + " and the JDK's queues.",
        sortOptions = false)
public final class NumaCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** All there are, in the order they run; a new one is added here. */
    private static final List<NumaMeasurement> ALL = List.of(
            new PlanMeasurement(), new HandoffMeasurement(), new ScalingMeasurement(), new SteeringMeasurement());

    private final List<NumaMeasurement> measurements;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "PART", arity = "0..*", description = "only these parts; all without this")
    private List<String> parts = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there")
    private @Nullable Path json;

    @Option(names = "--fast", description = "shorter measurements and rougher figures")
    private boolean fast;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    /** The command with all measurements. */
    public NumaCommand() {
        this(ALL);
    }

    NumaCommand(List<NumaMeasurement> measurements) {
        this.measurements = measurements;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<String> known = measurements.stream().map(NumaMeasurement::key).toList();
        if (!known.containsAll(parts)) {
            err.println("braid perf: parts are " + String.join(", ", known) + ", not " + String.join(", ", parts));
            return 2;
        }
        if (json != null && !OutputFile.isWritable(json)) {
            err.println("braid perf: " + OutputFile.refusal(json));
            return 2;
        }
        ObjectNode report = JSON.createObjectNode();
        // How busy the machine was before: ratios are of one run, but a loaded machine makes all figures rougher.
        report.put("load_average", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        report.put("cpus", Runtime.getRuntime().availableProcessors());
        try {
            List<NumaMeasurement> wanted = measurements.stream()
                    .filter(measurement -> parts.isEmpty() || parts.contains(measurement.key()))
                    .toList();
            for (NumaMeasurement measurement : wanted) {
                boolean apart = wanted.size() > 1 && measurement.startsDpdk();
                var result = (apart ? new OwnProcess(measurement.key()) : measurement)
                        .run(fast, step -> err.println("braid perf: " + step));
                report.set(measurement.key(), result.json());
                out.println();
                result.text().forEach(out::println);
            }
            if (json != null) {
                Files.writeString(json, report.toPrettyString() + "\n");
            }
            return 0;
        } catch (IOException e) {
            err.println("braid perf: cannot write " + json + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("braid perf: interrupted");
        } catch (Exception e) {
            err.println("braid perf: " + e.getMessage());
        }
        return 1;
    }
}
