package io.braid.perf.evaluate;

import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.job.Rendezvous;
import io.braid.perf.job.StartStorm;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A job starts: all its nodes connect to the first task at once, and get its state. */
final class StartStormRow implements Row {
    private static final int NODES = 200;
    /** Of the state that each gets. */
    private static final int STATE_BYTES = 128 * 1024;

    private static final int TASK = 1;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final double TIMES = 3;

    /** One side's; times in seconds. */
    private record Storm(int succeeded, double connected, double complete) {}

    @Override
    public void run(Bench bench, Findings findings) throws InterruptedException {
        Storm single = storm(bench.oneNic(), findings);
        Storm braid = storm(bench.braid(), findings);
        findings.figure(
                "complete",
                String.format(Locale.ROOT, "%d nodes at once, last one has %d KiB", NODES, STATE_BYTES / 1024),
                single.complete(),
                braid.complete(),
                Unit.SECONDS,
                Better.LOWER);
        findings.figure(
                "connected",
                "  last one is connected",
                single.connected(),
                braid.connected(),
                Unit.SECONDS,
                Better.LOWER);
        findings.figure(
                "succeeded",
                "  connections that succeeded",
                single.succeeded(),
                braid.succeeded(),
                Unit.COUNT,
                Better.NEITHER);
        findings.must(
                "start_storm_succeeded",
                braid.succeeded() == NODES,
                "all of " + NODES + " connections succeed",
                Integer.toString(braid.succeeded()));
        double times = single.complete() / braid.complete();
        findings.goal(
                "start_storm_complete",
                times >= TIMES,
                String.format(Locale.ROOT, "the last node is served at least %.1f times sooner", TIMES),
                String.format(Locale.ROOT, "%.2f times", times));
    }

    private static Storm storm(Side side, Findings findings) throws InterruptedException {
        side.begin(findings);
        LabPlan plan = side.plan();
        List<String> nodes = nodes(plan);
        try (JobProgram task = JobProgram.start(side, plan.task(TASK), Rendezvous.class, STATE_BYTES)) {
            task.awaitLine(Rendezvous.READY);
            String addresses = plan.taskAddress(TASK, Family.V4) + "," + plan.taskAddress(TASK, Family.V6);
            try (JobProgram storm = JobProgram.start(
                    side, plan.storage(), StartStorm.class, addresses, STATE_BYTES, String.join(",", nodes))) {
                List<String> result = storm.awaitResult("storm ", LIMIT);
                return new Storm(
                        Integer.parseInt(result.get(1)),
                        Long.parseLong(result.get(2)) / 1e9,
                        Long.parseLong(result.get(3)) / 1e9);
            }
        }
    }

    /** Gives the storage's host an address for each node, half of them of each family. */
    private static List<String> nodes(LabPlan plan) throws InterruptedException {
        List<String> nodes = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            Family family = Family.values()[node % 2];
            String address = family == Family.V4
                    ? "198.51.100." + (20 + node / 2)
                    : "2001:db8:51::1:" + Integer.toHexString(20 + node / 2);
            nodes.add(address);
            lines.add("addr add " + address + "/" + plan.storagePrefixLength(family) + " dev eth0");
        }
        plan.storage().ip(lines);
        return nodes;
    }
}
