package io.braid.perf.operate;

import io.braid.dataplane.control.ControlException;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.LabSweep;
import io.braid.perf.lab.MetricsScrape;
import io.braid.perf.lab.Routing;
import io.braid.perf.report.Check;
import io.braid.perf.report.CheckTable;
import io.braid.perf.report.Interruption;
import io.braid.perf.report.Narrator;
import io.braid.perf.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid lab operate}: what somebody on call does, timed. */
@Command(
        name = "operate",
        description =
                "Does to a host in a lab what operators do: finds a failed NIC, a refused task and a connection that fills a NIC, with one command each, reads "
                        + "metrics, reloads, drains, takes over, under traffic. Needs root; takes about a minute. Exits with 1 if something is not so "
                        + "that must be, with --check also if something took longer than it is to.",
        sortOptions = false)
public final class LabOperateCommand implements Callable<Integer> {
    private static final int UPLINKS = 4;
    private static final int TASKS = 2;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "write checks and times there")
    private @Nullable Path json;

    @Option(names = "--check", description = "exit with 1 also if something takes longer than it is to")
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
            return tell("the lab makes network namespaces and needs root: sudo ./braid lab operate", 2);
        }
        var narrator = new Narrator(out());
        for (String removed : LabSweep.sweep()) {
            narrator.say("removed %s, left by a lab that was killed", removed);
        }
        try (var interruption = new Interruption()) {
            try {
                return report(operate(narrator));
            } catch (LabException | ControlException e) {
                // Ctrl-C takes the lab away; that steps then fail is no news.
                return interruption.happened() ? 1 : tell(String.valueOf(e.getMessage()), 1);
            }
        }
    }

    private static Operation operate(Narrator narrator) throws InterruptedException {
        Lab lab = Lab.create(new LabPlan(Lab.newTag(), UPLINKS, TASKS, Lab.DEFAULT_RATE, 1500), Routing.BGP);
        Operation operation;
        try (lab;
                var braid = new BraidHost(lab, LabOperateCommand::configured)) {
            operation = new Operation(lab, braid, narrator);
            run(operation);
        }
        List<String> left = lab.leftovers();
        operation.check("left", left.isEmpty(), "nothing is left of the lab", left.toString());
        return operation;
    }

    /** A takeover needs switches that keep the routes meanwhile. */
    private static String configured(String yaml) {
        return yaml.replace("bgp:\n", "bgp:\n  graceful-restart: 60s\n") + MetricsScrape.WEB;
    }

    private static void run(Operation operation) throws InterruptedException {
        operation.braid().start();
        for (int task = 1; task <= TASKS; task++) {
            operation.braid().attach(task);
        }
        operation.lab().rackSwitch().awaitTasks(TASKS);
        new FindingPart(operation).run();
        new ChangePart(operation).run();
    }

    private int report(Operation operation) {
        out().println();
        out().print(CheckTable.of(operation.checks()));
        out().println(CheckTable.count(operation.checks()));
        out().flush();
        if (json != null) {
            try {
                Files.writeString(json, operation.json());
                out().println("written to " + json);
            } catch (IOException e) {
                return tell("cannot write " + e.getMessage(), 1);
            }
        }
        List<String> missed = operation.missed();
        if (!missed.isEmpty()) {
            tell("slower than it is to be: " + String.join("; ", missed), 1);
        }
        boolean ok = operation.checks().stream().allMatch(Check::ok);
        return ok && (missed.isEmpty() || !check) ? 0 : 1;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int tell(String message, int code) {
        spec.commandLine().getErr().println("braid lab operate: " + message);
        return code;
    }
}
