package io.braid.perf.operate;

import io.braid.dataplane.control.ReloadReport;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.MetricsScrape;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.TransferResult;
import io.braid.perf.lab.UdpStream;
import io.braid.perf.report.Series;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What is done to a host in service, under numbered datagrams both ways: metrics are read, options changed, a NIC is taken out, the process replaced. */
final class ChangePart {
    private static final int PACKETS_PER_SECOND = 2000;
    private static final int SCRAPES = 20;
    private static final int RELOADS = 6;
    private static final int CONNECTION_SECONDS = 12;
    private static final int PAUSE_MILLIS = 500;
    private static final int SCRAPE_MILLIS = 20;
    private static final int RELOAD_MILLIS = 200;
    private static final int TAKEOVER_MILLIS = 300;
    private static final String OTHERS = "egress: {idle-timeout: 90s, rebalance: false}\nnuma: {spill: 70}\n";

    private final Operation operation;
    private final LabPlan plan;
    private int port = 7300;

    ChangePart(Operation operation) {
        this.operation = operation;
        this.plan = operation.lab().plan();
    }

    /** Something that is done meanwhile. */
    @FunctionalInterface
    private interface Step {
        void run() throws InterruptedException, IOException;
    }

    /**
     * What became of the datagrams of both streams.
     *
     * @param silenceNanos the longest time without any, in the direction in which it was longer
     */
    private record Outcome(StreamCount count, long silenceNanos) {}

    void run() throws InterruptedException {
        scrape();
        reload();
        Outcome drained = under(() -> {
            operation.braid().client().drained(plan.uplinkName(2), true);
            Thread.sleep(PAUSE_MILLIS);
            operation.braid().client().drained(plan.uplinkName(2), false);
        });
        operation.check(
                "drain",
                drained.count().lost() == 0,
                "a NIC is taken out and back without loss",
                drained.count().toString());
        takeover();
    }

    private Outcome under(Step step) throws InterruptedException {
        List<String> task = List.of(plan.taskAddress(1, Family.V4), plan.taskAddress(1, Family.V6));
        List<String> storage = List.of(plan.storageAddress(Family.V4), plan.storageAddress(Family.V6));
        try (var in = new UdpStream(plan.storage(), plan.task(1), task, port++, PACKETS_PER_SECOND);
                var out = new UdpStream(plan.task(1), plan.storage(), storage, port++, PACKETS_PER_SECOND)) {
            Thread.sleep(PAUSE_MILLIS);
            step.run();
            Thread.sleep(PAUSE_MILLIS);
            in.stop();
            out.stop();
            StreamCount count = StreamCount.sum(List.of(in.count(), out.count()));
            return new Outcome(count, Math.max(in.longestSilenceNanos(), out.longestSilenceNanos()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void scrape() throws InterruptedException {
        List<Double> millis = new ArrayList<>();
        under(() -> {
            for (int n = 0; n < SCRAPES; n++) {
                long start = System.nanoTime();
                MetricsScrape.of(plan);
                millis.add(millis(System.nanoTime() - start));
                // Longer than an answer is kept for others.
                Thread.sleep(PAUSE_MILLIS / 2 + 50);
            }
        });
        operation.times("scrape", new Series("metrics are read", millis, SCRAPE_MILLIS, Series.Judged.MEDIAN));
    }

    private void reload() throws InterruptedException {
        List<Double> millis = new ArrayList<>();
        List<String> outcomes = new ArrayList<>();
        Outcome outcome = under(() -> {
            String original = Files.readString(operation.braid().configuration());
            for (int n = 0; n < RELOADS; n++) {
                String next = n % 2 == 0 ? original + OTHERS : original;
                Files.writeString(operation.braid().configuration(), next);
                ReloadReport report =
                        operation.braid().client().reload(null, false).value();
                outcomes.add(report.outcome());
                millis.add(millis(report.micros() * 1000));
            }
        });
        operation.times("reload", new Series("options are changed", millis, RELOAD_MILLIS, Series.Judged.WORST));
        operation.check(
                "reload",
                outcome.count().lost() == 0 && outcomes.stream().allMatch(ReloadReport.APPLIED::equals),
                RELOADS + " reloads are applied without loss",
                outcomes + " " + outcome.count());
    }

    private void takeover() throws InterruptedException {
        Lab lab = operation.lab();
        List<Transfer> transfers = new ArrayList<>();
        for (Family family : Family.values()) {
            for (boolean inbound : new boolean[] {false, true}) {
                transfers.add(
                        new Transfer(2, family, inbound, Transfer.Protocol.TCP, 2_000_000, 2, CONNECTION_SECONDS));
            }
        }
        Traffic connections = Traffic.start(lab, transfers);
        Outcome outcome = under(() -> operation.braid().takeOver());
        List<TransferResult> results = connections.await();
        operation.times(
                "takeover",
                new Series(
                        "a new process takes over: the longest time without a packet",
                        List.of(millis(outcome.silenceNanos())),
                        TAKEOVER_MILLIS,
                        Series.Judged.WORST));
        operation.check(
                "takeover",
                TransferResult.lostConnections(results) == 0,
                "all TCP connections live through a takeover",
                TransferResult.problems(results) + ", datagrams " + outcome.count());
        operation.check(
                "once",
                outcome.count().duplicated() == 0,
                "no datagram passes both the old process and the new one",
                outcome.count().toString());
    }

    private static double millis(long nanos) {
        return nanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }
}
