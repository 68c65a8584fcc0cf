package io.braid.perf.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.braid.perf.report.Check;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of a run, and what is read from Braid's own reports. */
class EmulatedReportTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String PLAN = """
            {"host": {
               "nodes": [{"id": 0, "cpus": "0-2", "distances": {"0": 10, "1": 21}},
                         {"id": 1, "cpus": "3-5", "distances": {"0": 21, "1": 10}}],
               "nics": [{"address": "0000:41:00.0", "node": 0}, {"address": "0000:42:00.0", "node": 0},
                        {"address": "0000:81:00.0", "node": 1}, {"address": "0000:82:00.0", "node": 1}]},
             "workers": [{"index": 0, "cpu": 1, "node": 0}, {"index": 1, "cpu": 3, "node": 1}],
             "uplinks": [{"name": "nic0", "node": 0, "rxQueues": [0]}, {"name": "nic1", "node": 0, "rxQueues": [0]},
                         {"name": "nic2", "node": 1, "rxQueues": [1, 1]}, {"name": "nic3", "node": 1, "rxQueues": [1]}]}
            """;

    private static List<String> failed(String plan) throws Exception {
        return TopologyChecks.of(JSON.readTree(plan)).stream()
                .filter(check -> !check.ok())
                .map(Check::name)
                .toList();
    }

    @Test
    void aPlanMustMatchTheMachine() throws Exception {
        assertEquals(List.of(), failed(PLAN));
        assertEquals(List.of("topology.nodes"), failed(PLAN.replace("3-5", "3")));
        assertEquals(List.of("topology.distances"), failed(PLAN.replace("\"0\": 21", "\"0\": 20")));
        assertEquals(
                List.of("topology.nics"), failed(PLAN.replace("82:00.0\", \"node\": 1", "82:00.0\", \"node\": -1")));
        assertEquals(List.of("plan.workers"), failed(PLAN.replace("\"cpu\": 3", "\"cpu\": 0")));
        assertEquals(List.of("plan.queues"), failed(PLAN.replace("[1, 1]", "[1, 0]")));
        assertEquals(List.of("plan.queues"), failed(PLAN.replace("[1, 1]", "[]")));
        assertEquals(5, failed("{}").size());
    }

    @Test
    void packetsMustBePolledOnTheNodeOfTheirNic() throws Exception {
        String uplink = """
                {"node": %d, "steering": "rss", "rules": %d, "queues": [{"queue": 0, "worker": "a", "packets": %d}, {"queue": 1, "worker": "b", "packets": %d}]}
                """;
        String status = """
                {"workers": [{"name": "a@cpu1", "cpu": 1}, {"name": "b", "cpu": 3}], "uplinks": [%s, %s, %s, %s]}
                """;
        String near = uplink.formatted(0, 0, 7, 0);
        String far = uplink.formatted(1, 0, 0, 9);
        assertTrue(queues(status.formatted(near, near, far, far)));
        assertTrue(queues(status.formatted(near, uplink.formatted(0, 1, 7, 5), far, far)), "by a rule");
        assertFalse(queues(status.formatted(near, uplink.formatted(0, 0, 7, 5), far, far)), "polled far away");
        assertFalse(queues(status.formatted(near, uplink.formatted(0, 0, 0, 0), far, far)), "nothing came");
        assertFalse(queues(status.formatted(near, near, far, near)), "on the wrong node");
        assertFalse(queues("{}"));
        String first = status.formatted(uplink.formatted(0, 0, 3, 2), near, far, far);
        String then = status.formatted(uplink.formatted(0, 0, 9, 2), near, far, far);
        assertFalse(queues(first));
        assertFalse(queues("{}", then));
        assertTrue(queues(
                status.formatted(
                        uplink.formatted(0, 0, 3, 2),
                        uplink.formatted(0, 0, 1, 0),
                        uplink.formatted(1, 0, 0, 1),
                        uplink.formatted(1, 0, 0, 1)),
                then));
    }

    private static boolean queues(String status) throws Exception {
        return queues("{}", status);
    }

    private static boolean queues(String before, String after) throws Exception {
        return PlacementChecks.queues(JSON.readTree(before), JSON.readTree(after))
                .ok();
    }

    @Test
    void theJsonHasEveryCheck() throws Exception {
        var result = new EmulatedResult(
                List.of(new Check("a", true, "x", "x"), new Check("b", false, "y", "z")),
                new Rates(2e7, 3e7),
                null,
                "Linux 6.12",
                Duration.ofSeconds(200));
        JsonNode json = JSON.readTree(EmulatedJson.of(result));
        assertFalse(json.get("ok").asBoolean());
        assertEquals(2, json.get("checks").size());
        assertEquals(
                "{\"name\":\"b\",\"ok\":false,\"expected\":\"y\",\"found\":\"z\"}",
                json.at("/checks/1").toString());
        assertEquals(20_000_000, json.at("/braid_virtio_user/out").asLong());
        assertFalse(json.has("kernel_netkit"));
        String table = EmulatedTable.of(result);
        assertTrue(table.contains("FAIL b"), table);
        assertTrue(table.contains("1 of 2 checks ok, in 200 s"), table);
    }
}
