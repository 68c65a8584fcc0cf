package io.braid.perf.soak;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.MetricsScrape;
import io.braid.perf.lab.Routing;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.report.Check;
import io.braid.perf.report.Narrator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** One run: a lab under load, in which a thing happens after the other, drawn by lot, with a sample taken in between. */
final class Soak {
    /** Tasks that are there all the time and have the load; others come and go. */
    static final int STAYING = 2;

    private static final int UPLINKS = 4;
    private static final int TASKS = 4;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(20);
    private static final int POLL_MILLIS = 50;
    private static final Duration SAY_EVERY = Duration.ofSeconds(30);
    private static final int MOST_PROBLEMS = 20;

    private final Duration length;
    private final long seed;
    private final Narrator narrator;
    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, Integer> happened = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private boolean complete;

    /** @param seed of what happens when; the same one gives the same order */
    Soak(Duration length, long seed, Narrator narrator) {
        this.length = length;
        this.seed = seed;
        this.narrator = narrator;
    }

    /** Runs it to its end or until the thread is interrupted, which leaves what was found so far. */
    void run() {
        var plan = new LabPlan(Lab.newTag(), UPLINKS, TASKS, Lab.DEFAULT_RATE, 1500);
        List<String> left = List.of();
        try {
            Lab lab = Lab.create(plan, Routing.BGP);
            try (lab;
                    var braid = new BraidHost(lab, yaml -> yaml + MetricsScrape.WEB)) {
                run(lab, braid);
            }
            left = lab.leftovers();
            complete = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            note("interrupted");
        } catch (LabException | ControlException e) {
            note(String.valueOf(e.getMessage()));
        }
        checks.addAll(Flatness.checks(samples));
        checks.add(new Check("problems", problems.isEmpty(), "nothing went wrong", problems.toString()));
        checks.add(Check.same("left", List.of(), left));
    }

    private void run(Lab lab, BraidHost braid) throws InterruptedException {
        narrator.say("starting %d uplinks, %d tasks and what announces them", UPLINKS, STAYING);
        braid.start();
        for (int task = 1; task <= STAYING; task++) {
            braid.attach(task);
        }
        lab.rackSwitch().awaitTasks(STAYING);
        try (var load = new Load(lab)) {
            disturb(lab, braid);
            narrator.say("ending");
            StreamCount datagrams = load.end();
            checks.add(new Check(
                    "connections",
                    load.problems().isEmpty() && load.connections() > 0,
                    "all TCP connections live until they are done",
                    load.connections() + " made; " + load.problems()));
            checks.add(new Check(
                    "datagrams",
                    datagrams.duplicated() == 0 && datagrams.sent() > datagrams.lost(),
                    "none arrives twice; those under way on a link that fails are lost",
                    datagrams.toString()));
        }
        end(braid);
    }

    private void disturb(Lab lab, BraidHost braid) throws InterruptedException {
        var probe = new Probe(lab, braid);
        var random = new SplittableRandom(seed);
        Disturbance[] all = Disturbance.values();
        long said = System.nanoTime();
        while (probe.seconds() < length.toSeconds()) {
            Disturbance next = all[random.nextInt(all.length)];
            try {
                next.run(lab, braid, random);
                happened.merge(next.toString(), 1, Integer::sum);
            } catch (LabException | ControlException e) {
                note(String.format(Locale.ROOT, "%s after %.0f s: %s", next, probe.seconds(), e.getMessage()));
            }
            Thread.sleep(PAUSE);
            samples.add(probe.sample());
            if (System.nanoTime() - said >= SAY_EVERY.toNanos()) {
                said = System.nanoTime();
                narrator.say("%s so far; %s", happened, samples.getLast());
            }
        }
    }

    private void end(BraidHost braid) throws InterruptedException {
        StatusReport status = settled(braid);
        checks.add(new Check(
                "invariant",
                status.invariant().balanced(),
                "received = sent + dropped + queued",
                status.invariant().toString()));
        long errors =
                status.workers().stream().mapToLong(StatusReport.Worker::errors).sum();
        checks.add(Check.same("defects", 0L, errors + status.drops().getOrDefault("internal_error", 0L)));
        int code = braid.stop();
        // It ends with 0 only if all packet buffers came back.
        checks.add(Check.same("exit", 0, code));
    }

    private static StatusReport settled(BraidHost braid) throws InterruptedException {
        long limit = System.nanoTime() + SETTLE_LIMIT.toNanos();
        StatusReport status = braid.status();
        while (!status.invariant().balanced() && System.nanoTime() < limit) {
            Thread.sleep(POLL_MILLIS);
            status = braid.status();
        }
        return status;
    }

    private void note(String problem) {
        narrator.say("%s", problem);
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(problem);
        }
    }

    Duration length() {
        return length;
    }

    long seed() {
        return seed;
    }

    List<Sample> samples() {
        return samples;
    }

    /** How often what happened. */
    Map<String, Integer> happened() {
        return happened;
    }

    List<Check> checks() {
        return checks;
    }

    /** Whether it came to its end. */
    boolean isComplete() {
        return complete;
    }

    boolean ok() {
        return complete && checks.stream().allMatch(Check::ok);
    }
}
