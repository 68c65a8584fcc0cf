package io.braid.perf.bgp;

import io.braid.dataplane.control.ControlException;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.LabSweep;
import io.braid.perf.lab.Routing;
import io.braid.perf.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid lab bgp}: measures announcing, withdrawing, failing over and draining against FRR in a lab of its own. */
@Command(
        name = "bgp",
        description =
                "Measures how fast a task's route comes, moves and goes in the rack switch (FRR and its kernel) when tasks are attached, "
                        + "uplinks fail or are drained and processes die, whether a drain loses packets, and whether a route leaves the rack. "
                        + "Needs root; takes about three minutes.",
        sortOptions = false)
public final class LabBgpCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there")
    private @Nullable Path json;

    @Option(names = "--fast", description = "fewer repetitions, for about a minute")
    private boolean fast;

    @Option(names = "--check", description = "exit with 1 if a target is missed")
    private boolean check;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        if (json != null && !OutputFile.isWritable(json)) {
            return tell(OutputFile.refusal(json), 2);
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return tell("the lab makes network namespaces and needs root: sudo ./braid lab bgp", 2);
        }
        LabSweep.sweep().forEach(name -> out().println("removed " + name + ", left by a lab that was killed"));
        long start = System.nanoTime();
        Lab lab = Lab.create(new LabPlan(Lab.newTag(), 4, 1, Lab.DEFAULT_RATE, 1500), Routing.BGP);
        try (lab) {
            var measurement = new BgpMeasurement(lab, fast ? BgpOptions.FAST : BgpOptions.USUAL, said -> {
                out().printf(Locale.ROOT, "[%5.1f s] %s%n", (System.nanoTime() - start) / 1e9, said);
                out().flush();
            });
            return report(measurement.run());
        } catch (LabException | ControlException e) {
            // Ctrl-C ends the JVM and takes the lab away; that steps then fail is no news.
            return lab.isTakenAway() ? 1 : tell(String.valueOf(e.getMessage()), 1);
        } finally {
            List<String> leftovers = lab.leftovers();
            if (!leftovers.isEmpty()) {
                tell("left behind: " + leftovers, 1);
            }
        }
    }

    private int report(BgpFigures figures) {
        out().println();
        out().print(BgpTable.of(figures));
        if (json != null) {
            try {
                Files.writeString(json, BgpJson.of(figures));
                out().println("figures written to " + json);
            } catch (IOException e) {
                return tell("cannot write " + e.getMessage(), 1);
            }
        }
        List<String> missed = figures.missed();
        if (!missed.isEmpty()) {
            return tell("missed: " + String.join("; ", missed), check ? 1 : 0);
        }
        return 0;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int tell(String message, int code) {
        spec.commandLine().getErr().println("braid lab bgp: " + message);
        return code;
    }
}
