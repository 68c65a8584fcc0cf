package io.braid.perf.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.FailoverResult;
import java.util.List;

/**
 * The figures of {@code --json}. The keys are stable: {@code shares}, {@code speedup} and {@code failover} are the ones
 * that the demo is judged by; the others explain them. Shares are fractions, rates bits per second.
 */
final class DemoJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private DemoJson() {}

    static String of(DemoResult r) {
        ObjectNode root = JSON.createObjectNode();
        ObjectNode shares = root.putObject("shares");
        numbers(shares.putArray("one"), DemoResult.shares(r.oneOut(), r.oneIn()));
        numbers(shares.putArray("four"), DemoResult.shares(r.fourOut(), r.fourIn()));
        numbers(shares.putArray("four_out"), r.fourOut().shares());
        numbers(shares.putArray("four_in"), r.fourIn().shares());
        root.putObject("speedup").put("out", rounded(r.speedupOut())).put("in", rounded(r.speedupIn()));
        failover(root.putObject("failover"), r.failover());
        ObjectNode rates = root.putObject("bits_per_second");
        rates.putObject("one")
                .put("out", Math.round(r.oneOut().bitsPerSecond()))
                .put("in", Math.round(r.oneIn().bitsPerSecond()));
        rates.putObject("four")
                .put("out", Math.round(r.fourOut().bitsPerSecond()))
                .put("in", Math.round(r.fourIn().bitsPerSecond()));
        root.put("forwarder", r.forwarder());
        root.put("uplink_bits_per_second", r.rateBitsPerSecond());
        root.put("flows", r.flows());
        root.put("ping_ms", rounded(r.pingMillis()));
        root.put("retransmits", r.retransmits());
        root.put("udp_loss", rounded(r.udpLoss()));
        if (r.footprint() != null) {
            root.put("start_seconds", r.footprint().startToForwarding().toMillis() / 1e3);
            root.put("rss_mib", r.footprint().residentBytes() >> 20);
            root.put("hugepages_mib", r.footprint().hugepageBytes() >> 20);
        }
        if (r.invariant() != null) {
            root.putPOJO("invariant", r.invariant());
        }
        if (r.theft() != null) {
            root.putObject("theft")
                    .put("refused", r.theft().refused())
                    .put("answer", r.theft().answer());
        }
        ArrayNode problems = root.putArray("problems");
        r.problems().forEach(problems::add);
        return root.toPrettyString() + "\n";
    }

    private static void failover(ObjectNode node, FailoverResult f) {
        node.put("moved_survivor_flows", f.outbound().movedSurvivors());
        node.put("lost_connections", f.lostConnections());
        node.put("survivor_flows", f.outbound().survivors());
        node.put("affected_flows", f.outbound().affected());
        node.put("continued_flows", f.outbound().continued());
        node.put("inbound_moved_survivor_flows", f.inbound().movedSurvivors());
        node.put("moved_at_restore", f.movedBack());
        node.put("connections", f.connections());
        numbers(node.putArray("survivor_shares"), f.survivorShares());
    }

    private static void numbers(ArrayNode array, List<Double> values) {
        values.forEach(value -> array.add(rounded(value)));
    }

    private static double rounded(double value) {
        return Math.round(value * 10_000) / 10_000.0;
    }
}
