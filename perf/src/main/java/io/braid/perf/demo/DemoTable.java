package io.braid.perf.demo;

import io.braid.perf.lab.FailoverResult;
import io.braid.perf.lab.Measurement;
import io.braid.perf.lab.Rate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The table that the demo prints last. */
final class DemoTable {
    private static final double MEBI = 1024.0 * 1024.0;

    private DemoTable() {}

    static String of(DemoResult r) {
        var text = new StringBuilder();
        String four = r.uplinkNames().size() + " uplinks";
        line(text, "%-38s %16s %16s %10s", "", "one uplink", four, "speed-up");
        line(
                text,
                "%-38s %16s %16s %9.2fx",
                "TCP out, " + r.flows() + " flows",
                rate(r.oneOut()),
                rate(r.fourOut()),
                r.speedupOut());
        line(
                text,
                "%-38s %16s %16s %9.2fx",
                "TCP in, " + r.flows() + " flows",
                rate(r.oneIn()),
                rate(r.fourIn()),
                r.speedupIn());
        line(
                text,
                "%-38s %16d %16d",
                "  retransmits out",
                r.oneOut().retransmits(),
                r.fourOut().retransmits());
        line(
                text,
                "%-38s %16d %16d",
                "  retransmits in",
                r.oneIn().retransmits(),
                r.fourIn().retransmits());
        line(
                text,
                "%-38s %s",
                "share of " + String.join(", ", r.uplinkNames()) + ", out",
                percents(r.fourOut().shares()));
        line(text, "%-38s %s", "  in", percents(r.fourIn().shares()));
        line(text, "%-38s %.2f%% lost", "UDP, both ways and families", r.udpLoss() * 100);
        line(text, "");
        FailoverResult f = r.failover();
        line(text, "%s lost its link under load", r.uplinkNames().get(f.uplink()));
        line(
                text,
                "%-38s %d of %d",
                "  flows of other uplinks that moved",
                f.outbound().movedSurvivors(),
                f.outbound().survivors());
        line(
                text,
                "%-38s %d of %d",
                "  its flows that went on elsewhere",
                f.outbound().continued(),
                f.outbound().affected());
        line(text, "%-38s %d of %d", "  connections lost", f.lostConnections(), f.connections());
        line(text, "%-38s %s", "  shares of the survivors, out", percents(f.survivorShares()));
        line(text, "%-38s %d", "  flows that moved when it returned", f.movedBack());
        if (r.footprint() != null) {
            line(text, "");
            line(
                    text,
                    "%-38s %.2f s",
                    "start to forwarding",
                    r.footprint().startToForwarding().toMillis() / 1e3);
            line(
                    text,
                    "%-38s %.0f MiB, hugepages %.0f MiB",
                    "memory",
                    r.footprint().residentBytes() / MEBI,
                    r.footprint().hugepageBytes() / MEBI);
        }
        if (r.invariant() != null) {
            line(text, "%-38s %s", "every packet accounted for", r.invariant().balanced() ? "yes" : "NO");
        }
        if (r.theft() != null) {
            line(
                    text,
                    "%-38s %s",
                    "another job's claim of task1's address",
                    r.theft().refused() ? "refused" : "GRANTED");
        }
        return text.toString();
    }

    /** Such as {@code 25.1 24.9 25.0 25.0 %}. */
    static String percents(List<Double> shares) {
        return shares.stream()
                        .map(s -> String.format(Locale.ROOT, "%.1f", s * 100))
                        .collect(Collectors.joining(" ")) + " %";
    }

    private static String rate(Measurement measurement) {
        return Rate.text(measurement.bitsPerSecond());
    }

    @SuppressWarnings("AnnotateFormatMethod") // see Narrator
    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
