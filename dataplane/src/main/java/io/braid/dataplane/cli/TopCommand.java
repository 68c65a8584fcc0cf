package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid top}: what goes through the dataplane now, on the whole terminal, or once for scripts. */
@Command(
        name = "top",
        description = {
            "Show rates of uplinks, tasks and workers, drops by reason and the busiest flows, renewed every second.",
            "q ends it, the space bar renews it at once. What does not fit the terminal is cut off."
        })
public final class TopCommand extends ControlCommand {
    private static final int FLOWS = 10;
    private static final double MOST_SECONDS = 60;
    private static final double LEAST_SECONDS = 0.1;

    @Option(names = "--once", description = "print one interval as text and end")
    private boolean once;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "time between two looks, 0.1 to 60 (default: ${DEFAULT-VALUE})")
    private double interval = 1;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        if (!(interval >= LEAST_SECONDS && interval <= MOST_SECONDS)) {
            throw new ControlException(Kind.BAD_REQUEST, "--interval: expected 0.1 to 60 seconds, found " + interval);
        }
        TopSample first = TopSample.take(braid, FLOWS);
        if (once) {
            sleep();
            new TopView(first, TopSample.take(braid, FLOWS)).lines().forEach(out::println);
            return;
        }
        try (var screen = new TopScreen()) {
            watch(braid, screen, first);
        }
    }

    private void watch(ControlClient braid, TopScreen screen, TopSample first) {
        TopSample before = first;
        List<String> lines = List.of("braid on " + first.status().host() + " ...");
        screen.show(lines);
        while (screen.pause(Math.round(interval * 1000))) {
            try {
                TopSample now = TopSample.take(braid, FLOWS);
                if (now.follows(before)) {
                    lines = new TopView(before, now).lines();
                }
                before = now;
                screen.show(lines);
            } catch (ControlException e) {
                // It may come back: a restart is when one looks.
                screen.show(List.of("braid does not answer: " + e.explanation()));
            }
        }
    }

    private void sleep() {
        try {
            Thread.sleep(Math.round(interval * 1000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlException(Kind.FAILED, "interrupted");
        }
    }
}
