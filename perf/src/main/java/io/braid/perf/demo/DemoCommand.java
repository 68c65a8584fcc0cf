package io.braid.perf.demo;

import io.braid.dataplane.control.ControlException;
import io.braid.flow.PlacementPolicy;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.LabSweep;
import io.braid.perf.lab.RateConverter;
import io.braid.perf.lab.Routing;
import io.braid.perf.lab.UplinkMeter;
import io.braid.perf.report.Narrator;
import io.braid.perf.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid demo}: runs {@link Demo} in a lab of its own and puts its figures where they were asked for. */
@Command(
        name = "braid demo",
        description =
                "Moves real TCP and UDP between two containers and a storage server through Braid over one uplink and over four, "
                        + "fails an uplink under load, and prints what came of it. Everything happens in network namespaces that are gone "
                        + "afterwards. Needs root; takes about a minute.",
        sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
    /** The whole demo, building and removing the lab included, takes no longer. */
    private static final Duration LIMIT = Duration.ofSeconds(88);

    private static final List<String> POLICIES =
            Stream.of(PlacementPolicy.values()).map(PlacementPolicy::label).toList();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = RateConverter.class,
            description = "of each uplink, such as 100mbit (the default) or 1gbit")
    private long rate = Lab.DEFAULT_RATE;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "length of each bulk transfer, 4 to 10 (default: ${DEFAULT-VALUE})")
    private int seconds = 6;

    @Option(
            names = "--flows",
            paramLabel = "N",
            description =
                    "TCP connections of each bulk transfer, a multiple of 4 up to 128 (default: ${DEFAULT-VALUE}); with 8, a hash alone leaves uplinks idle")
    private int flows = Demo.FLOWS;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "how Braid places flows: hash, least-loaded (its default) or flowlet")
    private @Nullable String policy;

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there")
    private @Nullable Path json;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "write the HTML report there (default: ${DEFAULT-VALUE})")
    private Path report = Path.of("braid-demo.html");

    @Option(names = "--keep", description = "leave the namespaces for a look; braid lab --clean removes them")
    private boolean keep;

    @Option(
            names = "--kernel",
            description = "measure the kernel's own multipath forwarding in Braid's place, to compare")
    private boolean kernel;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        if (seconds < 4 || seconds > 10) {
            return refuse("--seconds must be 4 to 10, not " + seconds);
        }
        if (flows < 4 || flows > 128 || flows % 4 != 0) {
            return refuse("--flows must be a multiple of 4 up to 128, not " + flows);
        }
        if (policy != null && !POLICIES.contains(policy)) {
            return refuse("--policy is one of " + POLICIES + ", not " + policy);
        }
        if (rate == 0) {
            return refuse(
                    "--rate 0 would measure this machine's CPUs and not the uplinks; give a rate such as 100mbit");
        }
        for (Path file : json == null ? List.of(report) : List.of(report, json)) {
            if (!OutputFile.isWritable(file)) {
                return refuse(OutputFile.refusal(file));
            }
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            return refuse("the demo makes network namespaces and needs root: sudo ./braid demo");
        }
        LabPlan plan;
        try {
            plan = new LabPlan(Lab.newTag(), 4, 2, rate, 1500);
        } catch (IllegalArgumentException e) {
            return refuse(String.valueOf(e.getMessage()));
        }
        var narrator = new Narrator(out());
        for (String removed : LabSweep.sweep()) {
            narrator.say("removed %s, left by a demo that was killed", removed);
        }
        Thread watchdog = watch(Thread.currentThread());
        try {
            return run(plan, narrator);
        } catch (LabException e) {
            return fail(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            return fail("the demo did not end within " + LIMIT.toSeconds() + " s; the machine may be too busy for it");
        } finally {
            watchdog.interrupt();
        }
    }

    private int run(LabPlan plan, Narrator narrator) throws InterruptedException {
        Lab lab = Lab.create(plan, kernel ? Routing.STATIC : Routing.BGP);
        try (lab;
                var meter = new UplinkMeter(plan)) {
            if (keep) {
                lab.keep();
            }
            var options = new DemoOptions(rate, seconds, flows, policy, json, report, keep, kernel);
            DemoResult result = new Demo(options, lab, meter, narrator).run();
            return tell(result, narrator);
        } catch (LabException | ControlException e) {
            // Ctrl-C ends the JVM and takes the lab from under the demo; that its steps then fail is no news.
            return lab.isTakenAway() ? 1 : fail(String.valueOf(e.getMessage()));
        } finally {
            checkNothingLeft(lab);
        }
    }

    private int tell(DemoResult result, Narrator narrator) {
        out().println();
        out().print(DemoTable.of(result));
        out().println();
        try {
            if (json != null) {
                Files.writeString(json, DemoJson.of(result));
                narrator.say("figures written to %s", json);
            }
            Files.writeString(report, HtmlReport.of(result));
            narrator.say("report written to %s", report);
        } catch (IOException e) {
            return fail("cannot write " + e.getMessage());
        }
        List<String> problems = result.problems();
        problems.forEach(this::fail);
        return problems.isEmpty() ? 0 : 1;
    }

    private void checkNothingLeft(Lab lab) throws InterruptedException {
        if (!keep) {
            List<String> leftovers = lab.leftovers();
            if (!leftovers.isEmpty()) {
                spec.commandLine().getErr().println("braid demo: left behind: " + leftovers);
            }
        }
    }

    private static Thread watch(Thread demo) {
        return Thread.ofPlatform().daemon().name("demo-watchdog").start(() -> {
            try {
                Thread.sleep(LIMIT);
                demo.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int fail(String message) {
        spec.commandLine().getErr().println("braid demo: " + message);
        return 1;
    }

    private int refuse(String message) {
        spec.commandLine().getErr().println("braid demo: " + message);
        return 2;
    }
}
