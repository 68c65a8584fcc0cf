package io.braid.dataplane.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.graph.Reason;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of {@code promtool check metrics} for names, units and help, and some more; and what the samples of a moment are. */
class MetricsTest {
    private static final Pattern NAME = Pattern.compile("(braid|jvm|process)(_[a-z0-9]+)+");
    private static final Pattern LABEL = Pattern.compile("[a-z][a-z_]*");
    /** Units that are not base units, as promtool has them, and abbreviations of units. */
    private static final Set<String> BAD_UNITS = Set.of(
            "milliseconds",
            "microseconds",
            "nanoseconds",
            "minutes",
            "hours",
            "days",
            "kilobytes",
            "megabytes",
            "gigabytes",
            "kib",
            "mib",
            "gib",
            "bits",
            "kilobits",
            "megabits",
            "gigabits",
            "percent",
            "percents",
            "ms",
            "us",
            "ns",
            "sec",
            "secs",
            "s",
            "b",
            "kb",
            "mb",
            "gb",
            "milli",
            "micro",
            "nano",
            "kilo",
            "mega",
            "giga");

    private static final Set<String> RESERVED_LABELS = Set.of("le", "quantile", "job", "instance");

    private static Set<String> faults(List<Family> families) {
        return families.stream().flatMap(MetricsTest::faults).collect(Collectors.toSet());
    }

    private static Stream<String> faults(Family family) {
        var faults = new HashSet<String>();
        String name = family.name();
        List<String> words = List.of(name.split("_"));
        boolean counter = family.kind() == Family.Kind.COUNTER;
        check(faults, NAME.matcher(name).matches(), name + ": name");
        check(faults, counter == name.endsWith("_total"), name + ": only counters end with _total");
        check(faults, (family.kind() == Family.Kind.INFO) == name.endsWith("_info"), name + ": only infos end so");
        check(faults, !name.matches(".*_(count|sum|bucket|created)(_total)?"), name + ": reserved ending");
        check(faults, words.stream().noneMatch(BAD_UNITS::contains), name + ": not a base unit");
        check(
                faults,
                !words.subList(0, words.size() - 1).contains(family.kind().word()) && !name.endsWith("_gauge"),
                name + ": its type is part of its name");
        check(faults, words.size() == words.stream().distinct().count(), name + ": says something twice");
        check(faults, family.help().matches("[A-Z].{9,}[.]") && !family.help().contains("\n"), name + ": help");
        for (String label : family.labels()) {
            check(faults, LABEL.matcher(label).matches(), name + ": label " + label);
            check(faults, !RESERVED_LABELS.contains(label), name + ": label " + label + " is somebody else's");
            // promtool: a label's name is not to be part of the metric's, which aggregation would make a lie of.
            check(faults, !name.contains("_by_" + label), name + ": aggregates by " + label);
        }
        check(faults, family.labels().size() == new HashSet<>(family.labels()).size(), name + ": a label twice");
        return faults.stream();
    }

    private static void check(Set<String> faults, boolean right, String fault) {
        if (!right) {
            faults.add(fault);
        }
    }

    @Test
    void followThePrometheusConventions() {
        assertEquals(Set.of(), faults(Metrics.families()));
    }

    @Test
    void theLintFindsWhatItIsFor() {
        String help = "Something that is counted.";
        List<Family> bad = List.of(
                Family.counter("braid_packets", help),
                Family.gauge("braid_packets_total", help),
                Family.gauge("braid_delay_milliseconds", help),
                Family.gauge("braid_rate_mb", help),
                Family.gauge("braidRate", help),
                Family.gauge("braid_rate_gauge", help),
                Family.gauge("braid_rate_count", help),
                Family.gauge("braid_rate", ""),
                Family.gauge("braid_rate_two", help, "instance"),
                Family.gauge("braid_uplink_uplink", help),
                Family.gauge("braid_thing_info", help),
                Family.gauge("braid_thing", help, "a", "a"));
        for (Family family : bad) {
            assertEquals(1, faults(List.of(family)).size(), family + " " + faults(List.of(family)));
        }
    }

    @Test
    void areDeclaredOnce() {
        List<String> names = Metrics.families().stream().map(Family::name).toList();
        assertEquals(names.size(), new HashSet<>(names).size(), names.toString());
        // A counter and another family of the same base name would clash in OpenMetrics.
        List<String> bases = Metrics.families().stream().map(Family::baseName).toList();
        assertEquals(bases.size(), new HashSet<>(bases).size(), bases.toString());
    }

    @Test
    void allHaveSamplesWhereThereIsSomethingOfEverything() {
        MetricSnapshots snapshots = Metrics.of(TestMoments.full());
        Set<String> found = snapshots.stream()
                .map(snapshot -> snapshot.getMetadata().getName())
                .collect(Collectors.toSet());
        assertEquals(Metrics.families().stream().map(Family::baseName).collect(Collectors.toSet()), found);
        assertTrue(
                snapshots.stream().allMatch(snapshot -> snapshot.getMetadata().getHelp() != null));
    }

    @Test
    void everyReasonIsThereFromTheStart() {
        String text = new MetricsPage(TestMoments::full).get("").body();
        for (Reason reason : Reason.values()) {
            String name = reason.consumed() ? "braid_consumed_packets_total" : "braid_dropped_packets_total";
            assertTrue(text.contains("\n" + name + "{reason=\"" + reason.metricName() + "\"} "), reason.toString());
        }
    }

    @Test
    void samplesSayWhatTheMomentDoes() {
        String text = new MetricsPage(TestMoments::full).get("").body();
        for (String line : List.of(
                "braid_uplink_sent_bytes_total{uplink=\"nic0\"} 7.5E8",
                "braid_egress_imbalance_ratio 1.5",
                "braid_uplink_driver_lost_packets_total{cause=\"no_buffer\",uplink=\"nic0\"} 2.0",
                "braid_uplink_speed_bytes_per_second{uplink=\"nic0\"} 1.25E10",
                "braid_path_usable{family=\"ipv4\",uplink=\"nic1\"} 0.0",
                "braid_path_drained{uplink=\"nic0\"} 1.0",
                "braid_gateway_state{gateway=\"192.0.2.0\",state=\"reachable\",uplink=\"nic0\"} 1.0",
                "braid_gateway_state{gateway=\"192.0.2.0\",state=\"asking\",uplink=\"nic0\"} 0.0",
                "braid_task_announced_paths{task=\"train-1\"} 2.0",
                "braid_bgp_session_up{peer=\"192.0.2.0\",uplink=\"nic0\"} 1.0",
                "braid_bgp_session_state{peer=\"fe80::1\",state=\"open-sent\",uplink=\"nic1\"} 1.0",
                "braid_bgp_messages_total{direction=\"sent\",peer=\"192.0.2.0\",type=\"update\",uplink=\"nic0\"} 4.0",
                "braid_bgp_message_bytes_total{direction=\"sent\",peer=\"192.0.2.0\",type=\"update\",uplink=\"nic0\"} 200.0",
                "braid_bfd_detection_time_seconds{peer=\"192.0.2.0\",uplink=\"nic0\"} 0.15",
                "braid_worker_longest_cycle_seconds{worker=\"worker-1\"} 0.002",
                "braid_worker_dropped_packets_total{reason=\"ttl_expired\",worker=\"worker-0\"} 3.0",
                "braid_flow_moves_total{cause=\"rebalanced\",worker=\"worker-0\"} 6.0",
                "braid_grant_refusals_total 2.0",
                "jvm_gc_longest_pause_seconds 0.006",
                "jvm_gc_recent_longest_pause_seconds 0.005",
                "braid_audit_decisions_total{action=\"attach\",outcome=\"refused\",reason=\"grant-expired\"} 2.0",
                "braid_mempool_available_buffers{node=\"-1\",pool=\"braid\"} 57343.0",
                "braid_host_info{host=\"gpu-17\"} 1")) {
            assertTrue(text.contains("\n" + line + "\n"), line + " is not in\n" + text);
        }
        assertFalse(text.contains("braid_worker_dropped_packets_total{reason=\"fragmented\""), text);
        assertFalse(text.contains("braid_uplink_speed_bytes_per_second{uplink=\"nic1\"}"), text);
    }

    @Test
    void theReferenceIsUpToDate() throws IOException {
        String document = Files.readString(Path.of("README.md"));
        assertEquals(
                MetricsReference.renewed(document),
                document,
                "run io.braid.dataplane.web.MetricsReference with README.md as its argument");
    }
}
