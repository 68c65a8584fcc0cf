package io.braid.perf.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.flow.BalanceSimulation.PathLoss;
import io.braid.perf.flow.GroupComparison;
import io.braid.perf.flow.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code braid perf flow-table} found out; all of it in one run.
 *
 * @param balance the simulated spreads
 * @param groups the ways to choose by hash, compared
 * @param lookups what look-ups cost
 */
record FlowTableFigures(Balance balance, GroupComparison groups, Lookups lookups) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Shares of four equal paths, by simulation.
     *
     * @param trials how many seeded trials each figure is of
     * @param elephantsByHash 8 equal flows placed by hash
     * @param elephants 8 equal flows, least-loaded
     * @param mice 10,000 short flows, least-loaded
     * @param zipf 200 flows of Zipf's law after 2 s, least-loaded with rebalancing
     * @param zipfFlowlet the same under the policy flowlet
     * @param loss 4 paths, 3, and 4 again, least-loaded
     */
    record Balance(
            int trials,
            Spread elephantsByHash,
            Spread elephants,
            Spread mice,
            Spread zipf,
            Spread zipfFlowlet,
            PathLoss loss) {}

    /**
     * Nanoseconds for each look-up that finds its flow; random keys, bursts of 32.
     *
     * @param million of a million flows, hashing of the key included, one per round
     * @param millionKnown the same with the hash known
     * @param asMany of as many flows as rte_hash's test has, hashing included, one per round
     * @param rteHashMillion DPDK's rte_hash with the same million keys, called by the same program, hashing included, one per round
     * @param rteHash rte_hash by DPDK's own test, one per round; empty if that is not installed
     * @param hugepages whether rte_hash lay on reserved hugepages
     * @param sixteenMillion of 16 million flows, hash known
     * @param concurrentHashMap the JDK's map, a million flows
     * @param fastutil fastutil's map of objects, a million flows
     * @param fastutilByHash its map of primitives, by hash alone
     * @param still a million flows in a table for two million
     * @param churn the same while flows come and go, for each look-up
     * @param newFlowsPerSecond that came meanwhile
     */
    record Lookups(
            List<Double> million,
            List<Double> millionKnown,
            List<Double> asMany,
            List<Double> rteHashMillion,
            List<RteHashNanos> rteHash,
            boolean hugepages,
            double sixteenMillion,
            double concurrentHashMap,
            double fastutil,
            double fastutilByHash,
            double still,
            double churn,
            double newFlowsPerSecond) {
        double ours() {
            return median(million);
        }

        @Nullable
        Double rteHashTest() {
            return rteHash.isEmpty()
                    ? null
                    : median(rteHash.stream().map(RteHashNanos::hashed).toList());
        }

        @Nullable
        Double rteHashNanos() {
            return rteHashMillion.isEmpty() ? null : median(rteHashMillion);
        }
    }

    static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** For programs; keys are stable. A figure that was not measured is null. */
    String json() {
        ObjectNode root = JSON.createObjectNode();
        Double rteHash = lookups.rteHashNanos();
        root.put("lookup_mops", 1e3 / lookups.ours());
        root.put("rte_hash_mops", rteHash == null ? null : 1e3 / rteHash);
        root.put("ratio", rteHash == null ? null : rteHash / lookups.ours());
        Double test = lookups.rteHashTest();
        root.put("ratio_dpdk_test", test == null ? null : test / median(lookups.asMany()));
        ObjectNode elephants = root.putObject("elephants_max_over_mean");
        elephants.put("hash", balance.elephantsByHash().mean());
        elephants.put("least-loaded", balance.elephants().worst());
        root.put("survivors_moved", balance.loss().survivorsMoved());
        root.put("moved_on_return", balance.loss().movedOnReturn());
        root.put("survivors_max_over_mean", balance.loss().afterLoss().worst());
        root.put("mice_max_over_mean", balance.mice().worst());
        ObjectNode zipf = root.putObject("zipf_max_over_mean");
        zipf.put("least-loaded", balance.zipf().mean());
        zipf.put("flowlet", balance.zipfFlowlet().mean());
        root.put("trials", balance.trials());
        ObjectNode nanos = root.putObject("lookup_ns");
        nanos.putPOJO("million", lookups.million());
        nanos.putPOJO("million_hash_known", lookups.millionKnown());
        nanos.putPOJO("as_many_as_rte_hash", lookups.asMany());
        nanos.putPOJO("rte_hash_million", lookups.rteHashMillion());
        nanos.putPOJO("rte_hash_dpdk_test", lookups.rteHash());
        nanos.put("rte_hash_hugepages", lookups.hugepages());
        nanos.put("sixteen_million", lookups.sixteenMillion());
        nanos.put("concurrent_hash_map", lookups.concurrentHashMap());
        nanos.put("fastutil", lookups.fastutil());
        nanos.put("fastutil_by_hash", lookups.fastutilByHash());
        nanos.put("still", lookups.still());
        nanos.put("churn", lookups.churn());
        nanos.put("new_flows_per_second", lookups.newFlowsPerSecond());
        nanos.put("churn_left", lookups.still() / lookups.churn());
        root.set("path_groups", groups.json());
        return root.toPrettyString() + "\n";
    }

    /** For people. */
    String text() {
        var text = new StringBuilder();
        line(text, "Shares of 4 equal paths, most over mean, %d seeded trials", balance.trials());
        line(text, "  8 equal flows, by hash            %s", balance.elephantsByHash());
        line(text, "  8 equal flows, least-loaded       %s", balance.elephants());
        line(text, "  10,000 short flows, least-loaded  %s", balance.mice());
        line(text, "  200 flows by Zipf, least-loaded   %s, after 2 s of rebalancing", balance.zipf());
        line(text, "  200 flows by Zipf, flowlet        %s", balance.zipfFlowlet());
        line(text, "  4 to 3 paths: survivors           %s", balance.loss().afterLoss());
        line(
                text,
                "  flows moved whose path lived: %d when one of 4 was lost, %d when it returned",
                balance.loss().survivorsMoved(),
                balance.loss().movedOnReturn());
        text.append('\n').append(groups.table()).append('\n');
        line(
                text,
                "Look-ups that find their flow, random keys, bursts of 32; medians of %d rounds",
                lookups.million().size());
        double ours = lookups.ours();
        double known = median(lookups.millionKnown());
        own(text, "a million flows", ours, lookups.million());
        own(text, "  their hash known", known, lookups.millionKnown());
        own(text, "393,216 flows", median(lookups.asMany()), lookups.asMany());
        rteHash(text);
        peer(text, "16 million, hash known", lookups.sixteenMillion(), known);
        peer(text, "ConcurrentHashMap", lookups.concurrentHashMap(), ours);
        peer(text, "fastutil, objects", lookups.fastutil(), ours);
        peer(text, "  by hash alone", lookups.fastutilByHash(), known);
        line(
                text,
                "  %.2f million new flows a second leave %.0f%% of the rate of look-ups",
                lookups.newFlowsPerSecond() / 1e6,
                100 * lookups.still() / lookups.churn());
        return text.toString();
    }

    private void rteHash(StringBuilder text) {
        Double million = lookups.rteHashNanos();
        Double test = lookups.rteHashTest();
        if (million == null || test == null) {
            line(text, "  DPDK's rte_hash         not measured: it or dpdk-test is not installed (Debian: dpdk-dev)");
            return;
        }
        double known =
                median(lookups.rteHash().stream().map(RteHashNanos::known).toList());
        line(text, "  DPDK's rte_hash, on %s", lookups.hugepages() ? "hugepages" : "ordinary pages");
        peer(text, "  the same million keys", million, lookups.ours());
        line(text, "  and by DPDK's own test, 393,216 keys");
        peer(text, "  against as many flows", test, median(lookups.asMany()));
        peer(text, "  hash known, a million", known, median(lookups.millionKnown()));
    }

    private static void own(StringBuilder text, String name, double nanos, List<Double> rounds) {
        line(text, "  %-23s %7.1f ns  %6.1f million/s  rounds %s", name, nanos, 1e3 / nanos, rounds(rounds));
    }

    private static void peer(StringBuilder text, String name, double nanos, double ours) {
        line(text, "  %-23s %7.1f ns  %.2f times the time", name, nanos, nanos / ours);
    }

    private static String rounds(List<Double> nanos) {
        return Arrays.toString(nanos.stream().mapToLong(Math::round).toArray());
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is a library of its own
    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
