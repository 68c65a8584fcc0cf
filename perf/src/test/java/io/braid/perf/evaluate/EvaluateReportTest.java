package io.braid.perf.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.braid.perf.evaluate.Figure.Better;
import io.braid.perf.evaluate.Findings.State;
import io.braid.perf.report.Narrator;
import io.braid.perf.report.PercentileChart;
import io.braid.perf.report.Timeline;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateReportTest {
    private final Evaluation evaluation = new Evaluation(
            new EvaluateOptions(List.of(Part.STRESS, Part.JOB_READ), 100_000_000, true, null),
            new Narrator(new PrintWriter(new StringWriter())),
            () -> false);

    private Findings row(int n) {
        return evaluation.rows().get(n);
    }

    private void measureBoth() {
        row(0).figure("throughput_out", "TCP <out>", "4x", 100e6, 390e6, Unit.BITS_PER_SECOND, Better.HIGHER);
        row(0).figure("uneven", "share", Double.NaN, 0.5, Unit.POINTS, Better.NEITHER);
        row(0).goal("throughput", true, "at least 3.8 times", "3.90 times");
        row(0).plot(new Plot.Throughput(
                "Four",
                new Timeline(
                        List.of(new Timeline.Point(0.1, List.of(1e6, 2e6)), new Timeline.Point(0.4, List.of(2e6, 3e6))),
                        List.of(new Timeline.Span(0.2, 0.3, "link down"))),
                List.of("nic0", "nic1"),
                4e6));
        row(0).end(State.MEASURED, null);
        row(1).figure("p99", "reads", "300 s -> 1 s", 500, 10, Unit.MILLIS, Better.LOWER);
        row(1).goal("p99", false, "at least 60 times", "50 times");
        var latencies = new Histogram(3);
        for (int n = 1; n <= 2000; n++) {
            latencies.recordValue(n * 10_000L);
        }
        row(1).plot(new Plot.Latency("Reads", List.of(PercentileChart.Curve.of("Braid", latencies, "--four"))));
        row(1).end(State.MEASURED, null);
    }

    @Test
    void jsonHasBothSidesAndWhatIsBetter() throws Exception {
        measureBoth();
        JsonNode json = new ObjectMapper().readTree(EvaluateJson.of(evaluation));
        assertTrue(json.get("ok").asBoolean());
        assertFalse(json.get("partial").asBoolean());
        assertEquals(3.9, json.at("/rows/0/figures/throughput_out/ratio").asDouble());
        assertTrue(json.at("/rows/0/figures/uneven/single").isNull());
        assertEquals("job-read", json.at("/rows/1/name").asText());
        assertEquals(50, json.at("/rows/1/figures/p99/ratio").asDouble());
        assertFalse(json.at("/rows/1/goals/0/reached").asBoolean(true));
    }

    @Test
    void tableSaysWhatIsReachedAndWhatIsNot() {
        measureBoth();
        String table = EvaluateTable.of(evaluation);
        for (String part : List.of("390.0 Mbit/s", "3.90x", "50x", "not reached at least 60 times", "1 of 2 reached")) {
            assertTrue(table.contains(part), part + " in\n" + table);
        }
    }

    @Test
    void pageNeedsNothingButItselfAndLeavesNoPlaceholder() {
        measureBoth();
        String page = EvaluateHtml.of(evaluation);
        for (String outside :
                List.of("http://", "https://", "src=", "@import", "url(", "<link", "<script", "{{", "NaN")) {
            assertFalse(page.contains(outside), outside);
        }
        assertTrue(page.contains("TCP &lt;out&gt;"));
        assertTrue(page.contains("link down"));
        assertEquals(2, page.split("<polygon", -1).length - 1, "a band per uplink");
        assertEquals(1, page.split("<polyline", -1).length - 1, "a curve");
    }

    @Test
    void missingAMustFailsItsRowAndMissingAGoalDoesNot() {
        measureBoth();
        assertTrue(evaluation.ok());
        row(1).mustBeZero("lost", "packets lost", 3);
        row(1).end(State.MEASURED, null);
        assertEquals(State.FAILED, row(1).state());
        assertEquals("not so: 0 packets lost (found: 3)", row(1).problem());
        assertFalse(evaluation.ok());
        assertTrue(evaluation.isComplete());
    }

    @Test
    void whatWasInterruptedIsPartialAndKeepsWhatItHas() throws Exception {
        row(0).figure("throughput_out", "TCP out", 100e6, 390e6, Unit.BITS_PER_SECOND, Better.HIGHER);
        row(0).end(State.INTERRUPTED, "interrupted while it was measured");
        assertFalse(evaluation.isComplete());
        JsonNode json = new ObjectMapper().readTree(EvaluateJson.of(evaluation));
        assertTrue(json.get("partial").asBoolean());
        assertEquals("interrupted", json.at("/rows/0/state").asText());
        assertEquals(3.9, json.at("/rows/0/figures/throughput_out/ratio").asDouble());
        assertEquals("not run", json.at("/rows/1/state").asText());
        assertTrue(EvaluateTable.of(evaluation).contains("PARTIAL"));
    }

    @Test
    void recoveryIsWhenWhatIsLeftIsFull() {
        var timeline = new Timeline(
                List.of(
                        new Timeline.Point(1.0, List.of(10.0, 10.0)),
                        new Timeline.Point(2.1, List.of(9.0, 9.0)),
                        new Timeline.Point(2.5, List.of(5.0, 0.0)),
                        new Timeline.Point(3.0, List.of(10.0, 0.0))),
                List.of());
        assertEquals(1.0, FailureRow.recovery(timeline, 2.0, 9));
        assertTrue(Double.isNaN(FailureRow.recovery(timeline, 2.0, 15)));
    }

    @Test
    void whereNothingCanBeWrittenIsSaidBefore(@TempDir Path directory) throws Exception {
        Path page = directory.resolve("page.html");
        Path deep = directory.resolve("a/b");
        assertNull(new Outputs(page, null, deep).refusal());
        assertTrue(Files.isDirectory(deep));
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(deep.getParent()), left.toList(), "nothing is left of trying");
        }
        assertNotNull(new Outputs(directory.resolve("none/page.html"), null, null).refusal());
        assertNotNull(new Outputs(page, directory, null).refusal());
        Path file = Files.createFile(directory.resolve("file"));
        assertNotNull(new Outputs(page, null, file.resolve("x")).refusal());
    }
}
