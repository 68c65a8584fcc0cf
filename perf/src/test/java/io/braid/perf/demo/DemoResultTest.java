package io.braid.perf.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoResultTest {
    @Test
    void jsonHasTheKeysThatTheDemoIsJudgedBy() throws Exception {
        JsonNode json = new ObjectMapper().readTree(DemoJson.of(DemoResults.good()));
        assertEquals("[1.0,0.0,0.0,0.0]", json.at("/shares/one").toString());
        assertEquals("[0.25,0.25,0.25,0.25]", json.at("/shares/four").toString());
        assertEquals("{\"out\":4.0,\"in\":3.84}", json.get("speedup").toString());
        assertEquals(0, json.at("/failover/moved_survivor_flows").asInt(-1));
        assertEquals(0, json.at("/failover/lost_connections").asInt(-1));
        assertEquals(1.234, json.get("start_seconds").asDouble());
        assertEquals(200, json.get("rss_mib").asInt());
        assertTrue(json.at("/invariant/balanced").asBoolean());
        assertTrue(json.at("/theft/refused").asBoolean());
        assertEquals(0, json.get("problems").size());
    }

    @Test
    void whatWentWrongIsSaidOneByOne() {
        assertEquals(List.of(), DemoResults.good().problems());
        assertEquals(
                List.of(
                        "task1 V4 TCP out x8: 2 connections lost",
                        "5 flows of the failed uplink did not continue on another",
                        "1 flows of healthy uplinks changed uplink at the failure",
                        "not every packet is accounted for: Invariant[received=10, generated=2, sent=8, dropped=3, "
                                + "consumed=1, queued=0, balanced=false]",
                        "another job was not refused the address of a task: the grant is refused: it grants <10.100.0.3>"),
                DemoResults.with(1, 2, 11, false).problems());
    }

    @Test
    void tableHasTheFigures() {
        String table = DemoTable.of(DemoResults.good());
        for (String part : List.of(
                "4.00x",
                "3.84x",
                "0 of 48",
                "16 of 16",
                "25.0 25.0 25.0 25.0 %",
                "1.23 s",
                "200 MiB",
                "claim of task1's address refused")) {
            assertTrue(table.contains(part), part + " in\n" + table);
        }
    }

    @Test
    void pageNeedsNothingButItselfAndLeavesNoPlaceholder() {
        String page = HtmlReport.of(DemoResults.with(1, 2, 11, false));
        for (String outside : List.of("http://", "https://", "src=", "@import", "url(", "<link", "<script")) {
            assertFalse(page.contains(outside), outside);
        }
        assertFalse(page.contains("{{"), "a placeholder is left");
        assertFalse(page.contains("NaN"), "a chart has no numbers");
        assertTrue(page.contains("5 flows of the failed uplink did not continue"));
        assertTrue(page.contains("granted: the grant is refused: it grants &lt;10.100.0.3&gt;"), "the claim");
        assertEquals(4, page.split("<polygon", -1).length - 1, "a band per uplink");
        assertTrue(page.contains("prefers-color-scheme: dark"));
    }
}
