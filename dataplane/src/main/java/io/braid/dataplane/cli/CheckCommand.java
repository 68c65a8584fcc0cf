package io.braid.dataplane.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.dataplane.check.Finding;
import io.braid.dataplane.check.HostCheck;
import io.braid.dataplane.check.HostFiles;
import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigProblem;
import io.braid.dataplane.config.LoadedConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid check}: validates a configuration by itself and against this host, without starting anything. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = BraidCommand.BuiltVersion.class,
        description =
                "Validates a configuration against this host (devices, drivers, hugepages, CPUs) without starting.",
        footer = {"", "Exit codes: 0 good, 1 the host cannot run it, 2 the file has errors."})
final class CheckCommand implements Callable<Integer> {
    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
            names = "--sysfs",
            paramLabel = "DIR",
            description = "Read devices and CPUs from a copy of another host's /sys.")
    private Optional<Path> sysfs = Optional.empty();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException {
        PrintWriter out = spec.commandLine().getOut();
        LoadedConfig loaded;
        try {
            loaded = config.load();
        } catch (ConfigException e) {
            if (!json) {
                throw e; // printed by Main
            }
            print(out, json(e.problems(), List.of(), List.of(), false));
            return ExitCode.WRONG_USAGE;
        }
        HostFiles machine = HostFiles.ofMachine();
        List<Finding> findings =
                HostCheck.run(loaded.config(), sysfs.map(machine::withSysfs).orElse(machine));
        boolean ok = findings.stream().noneMatch(finding -> finding.level() == Finding.Level.FAIL);
        if (json) {
            print(out, json(List.of(), loaded.warnings(), findings, ok));
        } else {
            out.println(Finding.ok("config", config.file() + " has no errors"));
            loaded.warnings().forEach(warning -> out.println(Finding.warn("config", warning, "")));
            findings.forEach(out::println);
        }
        return ok ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static void print(PrintWriter out, ObjectNode result) {
        out.println(result.toPrettyString());
    }

    private ObjectNode json(List<ConfigProblem> errors, List<String> warnings, List<Finding> findings, boolean ok) {
        ObjectNode result = new ObjectMapper().createObjectNode();
        result.put("ok", ok);
        ObjectNode file = result.putObject("config").put("file", config.file().toString());
        var errorNodes = file.putArray("errors");
        for (ConfigProblem error : errors) {
            errorNodes
                    .addObject()
                    .put("line", error.line())
                    .put("column", error.column())
                    .put("path", error.path())
                    .put("message", error.message());
        }
        var warningNodes = file.putArray("warnings");
        warnings.forEach(warningNodes::add);
        var checks = result.putArray("checks");
        for (Finding finding : findings) {
            checks.addObject()
                    .put("level", finding.level().name().toLowerCase(Locale.ROOT))
                    .put("subject", finding.subject())
                    .put("message", finding.message())
                    .put("todo", finding.todo());
        }
        return result;
    }
}
