package io.braid.perf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.perf.report.Series.Judged;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static Series of(double target, Judged judged, Double... runs) {
        return new Series("x", List.of(runs), target, judged);
    }

    @Test
    void medianIsTheMiddleOneOrTheMeanOfTheTwo() {
        assertEquals(5, of(9, Judged.WORST, 9.0, 1.0, 5.0).median());
        assertEquals(3, of(9, Judged.WORST, 9.0, 1.0, 4.0, 2.0).median());
        assertEquals(7, of(9, Judged.WORST, 7.0).median());
        assertEquals(9, of(9, Judged.WORST, 1.0, 9.0, 5.0).worst());
    }

    @Test
    void targetIsKeptWhenNotExceededByTheFigureItIsFor() {
        assertTrue(of(100, Judged.MEDIAN, 90.0, 100.0, 300.0).met());
        assertFalse(of(100, Judged.WORST, 90.0, 100.0, 300.0).met());
        assertFalse(of(99.9, Judged.MEDIAN, 90.0, 100.0, 300.0).met());
        assertTrue(of(Double.NaN, Judged.WORST, 1e9).met(), "without a target there is none to miss");
    }

    @Test
    void nothingMeasuredIsNoFigure() {
        assertThrows(IllegalArgumentException.class, () -> of(1, Judged.WORST));
    }
}
