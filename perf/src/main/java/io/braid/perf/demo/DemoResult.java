package io.braid.perf.demo;

import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.FailoverResult;
import io.braid.perf.lab.Measurement;
import io.braid.perf.lab.TransferResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * All figures of one run.
 *
 * @param forwarder what was measured
 * @param rateBitsPerSecond of each uplink
 * @param uplinkNames in order
 * @param flows of each bulk transfer
 * @param pingMillis mean round trip from the tasks to storage, both families
 * @param footprint start-up time and memory; null for the kernel
 * @param invariant whether Braid accounts for every packet; null for the kernel
 * @param theft what came of a job's claim of another's address; null for the kernel, which has no say in it
 */
record DemoResult(
        String forwarder,
        long rateBitsPerSecond,
        List<String> uplinkNames,
        int flows,
        double pingMillis,
        Measurement oneOut,
        Measurement oneIn,
        Measurement fourOut,
        Measurement fourIn,
        List<TransferResult> udp,
        FailoverResult failover,
        BraidHost.@Nullable Footprint footprint,
        StatusReport.@Nullable Invariant invariant,
        @Nullable Theft theft) {

    /** Lost datagrams that a shared machine may cause by scheduling alone. */
    private static final double TOLERATED_UDP_LOSS = 0.05;

    double speedupOut() {
        return ratio(fourOut.bitsPerSecond(), oneOut.bitsPerSecond());
    }

    double speedupIn() {
        return ratio(fourIn.bitsPerSecond(), oneIn.bitsPerSecond());
    }

    /** Shares of the bytes of both directions together. */
    static List<Double> shares(Measurement out, Measurement in) {
        List<Double> bytes = new ArrayList<>();
        for (int i = 0; i < out.window().out().size(); i++) {
            bytes.add(out.window().out().get(i) + in.window().in().get(i));
        }
        double sum = bytes.stream().mapToDouble(Double::doubleValue).sum();
        return bytes.stream().map(b -> ratio(b, sum)).toList();
    }

    List<Measurement> measurements() {
        return List.of(oneOut, oneIn, fourOut, fourIn);
    }

    long retransmits() {
        return measurements().stream().mapToLong(Measurement::retransmits).sum()
                + TransferResult.retransmits(failover.results());
    }

    double udpLoss() {
        long lost = udp.stream().mapToLong(TransferResult::lostDatagrams).sum();
        long sent = udp.stream().mapToLong(TransferResult::datagrams).sum();
        return ratio((double) lost, (double) sent);
    }

    /** What did not work, a sentence each; empty when all did. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (Measurement measurement : measurements()) {
            problems.addAll(TransferResult.problems(measurement.results()));
        }
        problems.addAll(TransferResult.problems(udp));
        if (udpLoss() > TOLERATED_UDP_LOSS) {
            problems.add(String.format(Locale.ROOT, "%.1f%% of the UDP datagrams were lost", udpLoss() * 100));
        }
        problems.addAll(TransferResult.problems(failover.results()));
        if (failover.outbound().continued() < failover.outbound().affected()) {
            problems.add((failover.outbound().affected() - failover.outbound().continued())
                    + " flows of the failed uplink did not continue on another");
        }
        // The kernel's ordinary multipath moves flows; that Braid does not is what the comparison shows.
        if (footprint != null && failover.outbound().movedSurvivors() > 0) {
            problems.add(
                    failover.outbound().movedSurvivors() + " flows of healthy uplinks changed uplink at the failure");
        }
        if (invariant != null && !invariant.balanced()) {
            problems.add("not every packet is accounted for: " + invariant);
        }
        if (theft != null && !theft.refused()) {
            problems.add("another job was not refused the address of a task: " + theft.answer());
        }
        return problems;
    }

    private static double ratio(double a, double b) {
        return b == 0 ? 0 : a / b;
    }
}
