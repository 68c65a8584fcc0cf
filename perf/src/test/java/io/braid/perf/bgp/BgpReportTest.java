package io.braid.perf.bgp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.report.Series;
import io.braid.perf.report.Series.Judged;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of a run, in JSON and to a person. */
class BgpReportTest {
    private static BgpFigures figures(double silent, long lost, List<String> leaked) {
        return new BgpFigures(
                "FRR 8.4.4",
                new BgpFigures.Failed(
                        new Series("carrier lost", List.of(80.0, 120.04), 250, Judged.WORST),
                        series("carrier back", 900, 3000)),
                new BgpFigures.Failed(series("silent", silent, 350), series("heard", 700, 3000)),
                new BgpFigures.Drained(
                        series("drain", 70, Double.NaN),
                        series("undrain", 71, Double.NaN),
                        new StreamCount(1000, lost, 2, 0),
                        new StreamCount(900, 0, 0, 0),
                        new StreamCount(500, 1, 0, 0)),
                new BgpFigures.Announced(
                        series("attach", 130, Double.NaN),
                        new Series("lease", List.of(60.0, 70.0, 180.0), 100, Judged.MEDIAN),
                        series("withdraw", 65, Double.NaN),
                        series("killed", 66, 150),
                        series("detach", 67, Double.NaN)),
                series("braid", 180, Double.NaN),
                leaked);
    }

    private static Series series(String what, double millis, double target) {
        return new Series(what, List.of(millis), target, Judged.WORST);
    }

    @Test
    void namesAndFiguresAreThoseThatOthersRead() throws Exception {
        JsonNode json = new ObjectMapper().readTree(BgpJson.of(figures(300, 0, List.of())));
        assertEquals(120, json.at("/carrier_loss_ms/worst").asDouble());
        assertEquals(100, json.at("/carrier_loss_ms/median").asDouble());
        assertEquals(250, json.at("/carrier_loss_ms/target").asDouble());
        assertEquals(2, json.at("/carrier_loss_ms/runs").size());
        for (String name : List.of(
                "return_ms", "silent_loss_ms", "silent_return_ms", "announce_ms", "withdraw_ms", "owner_killed_ms")) {
            assertTrue(json.at("/" + name + "/median").isNumber(), name);
        }
        assertEquals(1900, json.at("/drain/sent").asLong());
        assertEquals(0, json.at("/drain/lost").asLong(-1));
        assertEquals(1, json.at("/drain/undisturbed/lost").asLong());
        assertEquals(0, json.at("/spine_routes").asInt(-1));
        assertEquals("FRR 8.4.4", json.at("/peers/0").asText());
        assertFalse(json.at("/withdraw_ms").has("target"), "it is only to be known");
        assertEquals(0, json.at("/missed").size());
    }

    @Test
    void whatWasMissedIsSaid() throws Exception {
        BgpFigures bad = figures(400, 3, List.of("10.100.0.1/32"));
        assertEquals(List.of("silent", "packets lost by a drain", "routes seen by the spine"), bad.missed());
        assertEquals(
                3, new ObjectMapper().readTree(BgpJson.of(bad)).at("/missed").size());
        String table = BgpTable.of(bad);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("silent") && line.endsWith("missed")), table);
        assertTrue(table.lines().anyMatch(line -> line.startsWith("carrier lost") && line.endsWith("met")), table);
        assertTrue(table.contains("3 of 1900 packets lost"), table);
        assertTrue(table.contains("1 of 500 packets lost while nothing was drained"), table);
        assertTrue(table.contains("1 routes to tasks seen by the spine, target 0: missed"), table);
    }
}
