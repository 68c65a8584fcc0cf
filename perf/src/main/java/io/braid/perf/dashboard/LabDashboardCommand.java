package io.braid.perf.dashboard;

import io.braid.dataplane.control.ControlException;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabSweep;
import io.braid.perf.report.Interruption;
import io.braid.perf.report.Narrator;
import io.braid.perf.report.OutputFile;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid lab dashboard}: pictures of the dashboard, of a host under traffic. */
@Command(
        name = "dashboard",
        description =
                "Takes pictures of the dashboard, in light and in dark colours, as Chromium shows it: a lab's host with four NICs and two tasks "
                        + "under TCP both ways, one of whose links fails and returns meanwhile. Needs root and chromium; takes two and a half minutes. "
                        + "Exits with 1 if the page's console complains of anything.",
        sortOptions = false)
public final class LabDashboardCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--screenshot",
            paramLabel = "DIR",
            required = true,
            description = "write dashboard-light.png and dashboard-dark.png there")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path directory;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        for (Path file : DashboardScene.files(directory)) {
            if (!OutputFile.isWritable(file)) {
                return tell(OutputFile.refusal(file), 2);
            }
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return tell("the lab makes network namespaces and needs root: sudo ./braid lab dashboard", 2);
        }
        if (!Chromium.isInstalled()) {
            return tell("there is no chromium here; apt-get install chromium", 2);
        }
        var narrator = new Narrator(spec.commandLine().getOut());
        for (String removed : LabSweep.sweep()) {
            narrator.say("removed %s, left by a lab that was killed", removed);
        }
        try (var interruption = new Interruption()) {
            try {
                return report(new DashboardScene(directory, narrator).play());
            } catch (LabException | ControlException e) {
                // Ctrl-C takes the lab away; that steps then fail is no news.
                return interruption.happened() ? 1 : tell(String.valueOf(e.getMessage()), 1);
            }
        }
    }

    private int report(List<String> complaints) {
        complaints.forEach(complaint -> tell("the page's console says: " + complaint, 1));
        return complaints.isEmpty() ? 0 : 1;
    }

    private int tell(String message, int code) {
        spec.commandLine().getErr().println("braid lab dashboard: " + message);
        return code;
    }
}
