package io.braid.dataplane.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.TasksConfig;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.TaskLimits;
import io.braid.dataplane.graph.HostTraffic;
import io.braid.dataplane.graph.TaskCaps;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaskTermsTest {
    private static TasksConfig rules(String lines) throws ConfigException {
        String yaml = """
                uplinks:
                  - {name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}
                tasks:
                  prefixes: [10.100.0.0/16]
                """ + lines;
        return ConfigLoader.parse("host.yaml", yaml.getBytes(StandardCharsets.UTF_8))
                .config()
                .tasks();
    }

    private static TaskTerms terms(String lines, String task, @Nullable String job, @Nullable TaskLimits limits)
            throws ConfigException {
        var request = new AttachRequest(
                task, List.of("10.100.0.1"), "tap", null, false, null, null, null, null, job, limits, null);
        return TaskTerms.of(rules(lines), request, null, null);
    }

    private static String circle(String lines, String task, @Nullable String job) throws ConfigException {
        return terms(lines, task, job, null).circle();
    }

    @Test
    void tasksOfOneJobTalk() throws ConfigException {
        assertEquals(circle("", "a", "x"), circle("", "b", "x"));
        assertNotEquals(circle("", "a", "x"), circle("", "b", "y"));
        assertNotEquals(circle("", "a", null), circle("", "b", null));
        // A job that is called like a task without one.
        assertNotEquals(circle("", "a", null), circle("", "b", "a"));
        assertNotEquals(circle("", "a", null), circle("", "b", "task a"));
    }

    @Test
    void allOrNoneTalk() throws ConfigException {
        assertEquals(circle("  local-traffic: all\n", "a", "x"), circle("  local-traffic: all\n", "b", null));
        assertNotEquals(circle("  local-traffic: none\n", "a", "x"), circle("  local-traffic: none\n", "b", "x"));
    }

    @Test
    void aJobThatAGrantNamedBeforeStays() throws ConfigException {
        var request = new AttachRequest("t", List.of("10.100.0.1"), "tap", null, false, null, null);
        assertEquals("x", TaskTerms.of(rules(""), request, null, "x").job());
    }

    @Test
    void limitsOfATaskGoBeforeTheHosts() throws ConfigException {
        String lines = "  host-traffic: none\n  limits: {rate-out: 10Gbit, packets-out: 5000, packets-in: 6000}\n";
        assertEquals(HostTraffic.NONE, terms(lines, "a", null, null).host());
        assertEquals(
                new TaskCaps(10_000_000_000L, 5000, 0, 6000),
                terms(lines, "a", null, null).caps());
        var asked = new TaskLimits(0L, 2_000_000L, null, 7000L);
        assertEquals(
                new TaskCaps(0, 5000, 2_000_000, 7000),
                terms(lines, "a", null, asked).caps());
        assertEquals(asked, terms(lines, "a", null, asked).asked());
        assertEquals(TaskCaps.NONE, terms("", "a", null, null).caps());
    }

    @Test
    void otherRulesOfTheHostKeepJobAndWhatWasAskedFor() throws ConfigException {
        TaskTerms before = terms("", "a", "x", new TaskLimits(null, 2_000_000L, null, null));
        TasksConfig rules =
                rules("  local-traffic: all\n  host-traffic: none\n  limits: {rate-out: 1Gbit, rate-in: 1Gbit}\n");
        TaskTerms after = before.under(rules, "a");
        assertEquals("x", after.job());
        assertEquals("all", after.circle());
        assertEquals(HostTraffic.NONE, after.host());
        assertEquals(new TaskCaps(1_000_000_000L, 0, 2_000_000, 0), after.caps());
        assertEquals(before, after.under(rules(""), "a"));
    }
}
