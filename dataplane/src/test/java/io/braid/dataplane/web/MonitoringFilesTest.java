package io.braid.dataplane.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.braid.dataplane.graph.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The alert rules and the dashboard ask for metrics, labels and reasons that there are. */
class MonitoringFilesTest {
    private static final Path RULES = Path.of("../docker/prometheus/braid-rules.yaml");
    private static final Path DASHBOARD = Path.of("../docker/grafana/braid.json");
    private static final Pattern METRIC =
            Pattern.compile("(?<![a-z_:\"])((?:braid|jvm|process)_[a-z0-9_]+)(\\{[^}]*})?");
    private static final Pattern RECORDED = Pattern.compile("braid:[a-z0-9_:]+");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+) *(?:=~|!~|!=|=) *\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("(?:by|on|without|group_left) *\\(([^)]*)\\)");
    /** Labels that Prometheus itself adds. */
    private static final Set<String> TARGET = Set.of("job", "instance");

    private static final Map<String, Family> FAMILIES =
            Metrics.families().stream().collect(Collectors.toMap(Family::name, family -> family));

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rules() throws IOException {
        var root =
                (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(Files.readString(RULES));
        var rules = new ArrayList<Map<String, Object>>();
        for (var group : (List<Map<String, Object>>) root.getOrDefault("groups", List.of())) {
            rules.addAll((List<Map<String, Object>>) group.getOrDefault("rules", List.of()));
        }
        return rules;
    }

    private static List<String> faults(String expression, Collection<String> recorded) {
        var faults = new ArrayList<String>();
        var labels = new HashSet<>(TARGET);
        Matcher metric = METRIC.matcher(expression);
        while (metric.find()) {
            Family family = FAMILIES.get(metric.group(1));
            if (family == null) {
                faults.add("there is no " + metric.group(1));
                continue;
            }
            labels.addAll(family.labels());
            matchers(String.valueOf(metric.group(2)), family, faults);
        }
        Matcher record = RECORDED.matcher(expression);
        while (record.find()) {
            labels.add("uplink");
            if (!recorded.contains(record.group())) {
                faults.add("there is no " + record.group());
            }
        }
        Matcher grouping = GROUPING.matcher(expression);
        while (grouping.find()) {
            for (String label : grouping.group(1).split(" *, *", -1)) {
                if (!labels.contains(label)) {
                    faults.add("no label " + label + " in " + expression);
                }
            }
        }
        if (expression.chars().filter(c -> c == '(').count()
                != expression.chars().filter(c -> c == ')').count()) {
            faults.add("parentheses in " + expression);
        }
        return faults;
    }

    private static void matchers(String selector, Family family, List<String> faults) {
        Matcher matcher = MATCHER.matcher(selector);
        while (matcher.find()) {
            String label = matcher.group(1);
            if (!family.labels().contains(label) && !TARGET.contains(label)) {
                faults.add(family.name() + " has no label " + label);
            }
            if (label.equals("reason") && family.name().contains("dropped")) {
                Set<String> known =
                        Stream.of(Reason.values()).map(Reason::metricName).collect(Collectors.toSet());
                for (String reason : matcher.group(2).split("[|]", -1)) {
                    if (!known.contains(reason)) {
                        faults.add("there is no reason " + reason);
                    }
                }
            }
        }
    }

    @Test
    void rulesAreWholeAndKnowTheirMetrics() throws IOException {
        Set<String> recorded = rules().stream()
                .filter(rule -> rule.containsKey("record"))
                .map(rule -> String.valueOf(rule.get("record")))
                .collect(Collectors.toSet());
        var names = new HashSet<String>();
        for (Map<String, Object> rule : rules()) {
            String expression = String.valueOf(rule.get("expr"));
            assertEquals(List.of(), faults(expression, recorded), rule.toString());
            assertTrue(
                    METRIC.matcher(expression).find()
                            || RECORDED.matcher(expression).find(),
                    rule.toString());
            if (rule.containsKey("alert")) {
                assertTrue(names.add(String.valueOf(rule.get("alert"))), rule.toString());
                assertTrue(
                        String.valueOf(rule.get("labels")).matches("\\{severity=(info|warning|critical)}"),
                        rule.toString());
                var annotations = String.valueOf(rule.get("annotations"));
                assertTrue(annotations.matches("(?s)\\{summary=.{10,}, description=.{10,}}"), rule.toString());
                assertTrue(String.valueOf(rule.getOrDefault("for", "0s")).matches("[0-9]+[sm]"), rule.toString());
            }
        }
        assertTrue(names.containsAll(Set.of(
                "BraidSingleNicJam",
                "BraidEgressImbalance",
                "BraidDrops",
                "BraidMempoolLow",
                "BraidBgpDown",
                "BraidGrantRefusals")));
    }

    @Test
    void dashboardKnowsItsMetrics() throws IOException {
        JsonNode root = new ObjectMapper().readTree(Files.readString(DASHBOARD));
        var ids = new HashSet<Integer>();
        int expressions = 0;
        for (JsonNode panel : root.get("panels")) {
            assertTrue(ids.add(panel.get("id").asInt()), panel.toString());
            assertFalse(panel.get("title").asText().isEmpty(), panel.toString());
            for (JsonNode target : panel.path("targets")) {
                String expression = target.get("expr").asText();
                assertEquals(
                        List.of(),
                        faults(expression, Set.of()),
                        panel.get("title").asText());
                assertTrue(METRIC.matcher(expression).find(), expression);
                expressions++;
            }
        }
        assertTrue(expressions > 20, expressions + " expressions");
        for (JsonNode annotation : root.at("/annotations/list")) {
            assertEquals(List.of(), faults(annotation.get("expr").asText(), Set.of()));
        }
    }

    @Test
    void faultsAreFound() {
        for (String bad : List.of(
                "rate(braid_uplink_sent_byte_total[1m])",
                "braid:nothing:rate1m",
                "sum by (task) (braid_uplink_link_up)",
                "braid_uplink_link_up{task=\"a\"}",
                "braid_dropped_packets_total{reason=\"gremlins\"}",
                "rate(braid_uplink_sent_bytes_total[1m]")) {
            assertEquals(1, faults(bad, Set.of()).size(), bad);
        }
    }
}
