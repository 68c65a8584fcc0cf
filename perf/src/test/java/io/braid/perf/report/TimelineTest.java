package io.braid.perf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final List<Timeline.Reading> READINGS = List.of(
            new Timeline.Reading(0, List.of(0L, 0L)),
            new Timeline.Reading(1_000_000_000L, List.of(125L, 375L)),
            new Timeline.Reading(2_000_000_000L, List.of(125L, 375L)),
            new Timeline.Reading(3_000_000_000L, List.of(1125L, 1375L)));

    @Test
    void ratesAreThoseBetweenReadings() {
        Timeline all = Timeline.of(READINGS, 0, Long.MAX_VALUE, List.of());
        assertEquals(
                List.of(List.of(1000.0, 3000.0), List.of(0.0, 0.0), List.of(8000.0, 8000.0)),
                all.points().stream().map(Timeline.Point::values).toList());
        assertEquals(0.5, all.points().getFirst().seconds());
    }

    @Test
    void whatLiesOutsideOfTheTimeGivenIsLeftOut() {
        Timeline part = Timeline.of(READINGS, 1_000_000_000L, 2_500_000_000L, List.of());
        assertEquals(List.of(new Timeline.Point(0.5, List.of(0.0, 0.0))), part.points());
    }

    @Test
    void sharesAreOfWhatWasCarriedAndThereAreNoneOfNothing() {
        Timeline shares = Timeline.of(READINGS, 0, Long.MAX_VALUE, List.of()).shares();
        assertEquals(
                List.of(List.of(25.0, 75.0), List.of(50.0, 50.0)),
                shares.points().stream().map(Timeline.Point::values).toList());
    }

    @Test
    void nothingMeasuredIsAnEmptyChart() {
        String svg = TimelineChart.throughput(new Timeline(List.of(), List.of()), TimelineChart.HALF, 100);
        assertTrue(svg.endsWith("</svg>") && !svg.contains("NaN"), svg);
    }
}
