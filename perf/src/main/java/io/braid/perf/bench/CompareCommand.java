package io.braid.perf.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code braid perf compare}: a report beside an earlier one, figure by figure. */
@Command(
        name = "compare",
        description =
                "Prints the figures of two reports that --json wrote, and their ratios. Absolute times of shared machines drift: figures that were measured beside a peer"
                        + " (ratio_...) say more.",
        sortOptions = false)
final class CompareCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MOST_BYTES = 16 << 20;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "BASELINE", description = "the earlier report")
    @SuppressWarnings("NullAway.Init") // likewise
    private Path baseline;

    @Parameters(index = "1", paramLabel = "REPORT", description = "the report to hold against it")
    @SuppressWarnings("NullAway.Init") // likewise
    private Path report;

    @Option(
            names = "--mark",
            paramLabel = "PERCENT",
            defaultValue = "10",
            description = "mark figures that differ by more (default ${DEFAULT-VALUE})")
    private double mark;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Map<String, Double> before = read(baseline);
            Map<String, Double> now = read(report);
            int common = 0;
            for (Map.Entry<String, Double> figure : now.entrySet()) {
                Double old = before.remove(figure.getKey());
                if (old != null) {
                    common++;
                    out.println(line(figure.getKey(), old, figure.getValue()));
                } else {
                    out.println(figure.getKey() + ": not in " + baseline);
                }
            }
            before.keySet().forEach(name -> out.println(name + ": not in " + report));
            if (common == 0) {
                spec.commandLine().getErr().println("braid perf: the two reports have no figure in common");
                return 1;
            }
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println("braid perf: " + e.getMessage());
            return 1;
        }
    }

    private String line(String name, double old, double now) {
        if (old == now) {
            return String.format(Locale.ROOT, "  %-60s %14.6g %14.6g   same", name, old, now);
        }
        if (old == 0) {
            return String.format(Locale.ROOT, "* %-60s %14.6g %14.6g", name, old, now);
        }
        double ratio = now / old;
        boolean far = Math.abs(ratio - 1) * 100 > mark;
        return String.format(Locale.ROOT, "%s %-60s %14.6g %14.6g   %.2fx", far ? "*" : " ", name, old, now, ratio);
    }

    /** The numbers of a report by the way to them: {@code cases.egress-v4-64B-1024.braid_mpps}. */
    private static Map<String, Double> read(Path file) throws IOException {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException(file + " has more than " + (MOST_BYTES >> 20) + " MiB; it is no report");
            }
            var figures = new LinkedHashMap<String, Double>();
            collect("", JSON.readTree(file.toFile()), figures);
            return figures;
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is no report in JSON: " + e.getOriginalMessage(), e);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no " + file, e);
        }
    }

    private static void collect(String path, JsonNode node, Map<String, Double> figures) {
        if (node.isNumber()) {
            figures.put(path, node.doubleValue());
        } else if (node.isObject()) {
            node.propertyStream().forEach(field -> collect(join(path, field.getKey()), field.getValue(), figures));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                JsonNode name = node.get(i).path("name");
                collect(join(path, name.isTextual() ? name.asText() : String.valueOf(i)), node.get(i), figures);
            }
        }
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
