package io.braid.perf.bgp;

import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.RouteLog;
import io.braid.perf.lab.UplinkFaults;
import io.braid.perf.lab.UplinkFaults.Kind;
import io.braid.perf.report.Series;
import io.braid.perf.report.Series.Judged;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Runs every measurement in one lab, one after the other, while the spine is watched. */
final class BgpMeasurement {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final double RETURN_TARGET = 3000;

    private final Lab lab;
    private final BgpOptions options;
    private final Consumer<String> progress;
    private final Set<String> leaked = new TreeSet<>();

    /** @param progress is told what has been done, a sentence each */
    BgpMeasurement(Lab lab, BgpOptions options, Consumer<String> progress) {
        this.lab = lab;
        this.options = options;
        this.progress = progress;
    }

    BgpFigures run() throws InterruptedException {
        LabPlan plan = lab.plan();
        try (var routes = new RouteLog(plan.tor());
                var spineRoutes = new RouteLog(plan.spine());
                var faults = new UplinkFaults(lab);
                var braid = new BraidHost(lab)) {
            var stage = new Stage(lab, braid, routes, LIMIT);
            long started = System.nanoTime();
            braid.start();
            stage.attach();
            double first = stage.until(plan.uplinks(), started);
            say("the task's route leads over %d uplinks %.0f ms after Braid was started", plan.uplinks(), first);
            lab.spine().awaitSessions();

            BgpFigures.Announced announcements = announcements(stage);
            BgpFigures.Drained drains = drains(stage);
            say("uplinks that lose carrier ...");
            BgpFigures.Failed carrier = failures(
                    Failures.run(
                            stage, faults, List.of(Kind.CARRIER_AT_HOST, Kind.CARRIER_AT_SWITCH), options.losses()),
                    "carrier",
                    250);
            say("uplinks that fall silent ...");
            BgpFigures.Failed silence =
                    failures(Failures.run(stage, faults, List.of(Kind.SILENCE), options.losses()), "silence", 350);
            Series braidKilled = braidKilled(stage);
            lookForLeaks();
            leaked.addAll(spineRoutes.everSeen());
            return new BgpFigures(
                    lab.switchSoftware(), carrier, silence, drains, announcements, braidKilled, List.copyOf(leaked));
        }
    }

    private BgpFigures.Announced announcements(Stage stage) throws InterruptedException {
        say("leases, withdrawals, attaches, dying owners ...");
        var found = Announcements.run(stage, options);
        lookForLeaks();
        return new BgpFigures.Announced(
                told(known("attach -> route", found.attach())),
                told(new Series("lease or announce -> route", found.announce(), 100, Judged.MEDIAN)),
                told(known("withdraw -> no route", found.withdraw())),
                told(new Series("owner of the lease killed -> no route", found.ownerKilled(), 150, Judged.WORST)),
                told(known("detach -> no route", found.detach())));
    }

    private BgpFigures.Drained drains(Stage stage) throws InterruptedException {
        say("drains under two streams of 10,000 packets a second ...");
        Drains found = Drains.run(stage, options.drains());
        lookForLeaks();
        var drains = new BgpFigures.Drained(
                told(known("drain -> one next hop less", found.drained())),
                told(known("undrain -> all next hops", found.undrained())),
                found.in(),
                found.out(),
                found.undisturbed());
        say("  %d of %d packets lost", drains.all().lost(), drains.all().sent());
        return drains;
    }

    private BgpFigures.Failed failures(Failures found, String what, double target) throws InterruptedException {
        lookForLeaks();
        return new BgpFigures.Failed(
                told(new Series(what + ": begin -> one next hop less", found.losses(), target, Judged.WORST)),
                told(new Series(what + ": end -> all next hops", found.returns(), RETURN_TARGET, Judged.WORST)));
    }

    private Series braidKilled(Stage stage) throws InterruptedException {
        stage.settle();
        long killed = System.nanoTime();
        stage.braid().kill();
        return told(known("Braid killed -> no route", List.of(stage.until(0, killed))));
    }

    private void lookForLeaks() throws InterruptedException {
        leaked.addAll(lab.spine().leaked());
    }

    /** Without a target. */
    private static Series known(String what, List<Double> runs) {
        return new Series(what, runs, Double.NaN, Judged.WORST);
    }

    private Series told(Series series) {
        say(
                "  %s: median %.1f ms, worst %.1f ms of %d",
                series.what(), series.median(), series.worst(), series.runs().size());
        return series;
    }

    // Error Prone's annotation for this would be the only use of its library; every format is run by each measurement.
    @SuppressWarnings("AnnotateFormatMethod")
    private void say(String format, Object... values) {
        progress.accept(String.format(Locale.ROOT, format, values));
    }
}
