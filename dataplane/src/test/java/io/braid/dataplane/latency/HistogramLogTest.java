package io.braid.dataplane.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogTest {
    private static final long ANY_SIZE = 1 << 20;

    @TempDir
    private Path directory;

    private static Histogram of(String tag, long... nanos) {
        var histogram = new Histogram(64, 10_000_000_000L, 2);
        histogram.setTag(tag);
        histogram.setStartTimeStamp(1_000);
        histogram.setEndTimeStamp(11_000);
        for (long value : nanos) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    private static List<EncodableHistogram> read(Path file) throws FileNotFoundException {
        var all = new ArrayList<EncodableHistogram>();
        try (var reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                all.add(reader.nextIntervalHistogram());
            }
        }
        return all;
    }

    @Test
    void itsReaderFindsWhatWasWritten() throws IOException {
        Path file = directory.resolve("latency.hlog");
        try (var log = new HistogramLog(file, ANY_SIZE, 2)) {
            log.write(List.of(of("worker-0.worker", 2_000, 4_000, 900_000), of("worker-0.ring")));
            log.write(List.of(of("worker-0.worker", 8_000)));
            List<EncodableHistogram> all = read(file);
            assertEquals(2, all.size(), "without values there is no line");
            assertEquals("worker-0.worker", all.getFirst().getTag());
            Histogram first = (Histogram) all.getFirst();
            assertEquals(3, first.getTotalCount());
            assertTrue(first.valuesAreEquivalent(900_000, first.getMaxValue()));
            assertEquals(11_000, first.getEndTimeStamp());
        }
    }

    @Test
    void filesAreKeptAsManyAsWanted() throws IOException {
        Path file = directory.resolve("latency.hlog");
        try (var log = new HistogramLog(file, 1, 3)) {
            for (int n = 1; n <= 5; n++) {
                log.write(List.of(of("n" + n, 1_000)));
            }
        }
        assertEquals("n5", read(file).getFirst().getTag());
        assertEquals("n4", read(directory.resolve("latency.hlog.1")).getFirst().getTag());
        assertEquals("n3", read(directory.resolve("latency.hlog.2")).getFirst().getTag());
        assertFalse(Files.exists(directory.resolve("latency.hlog.3")));
    }

    @Test
    void aFullDiskIsSaidAndTriedAgain() throws IOException {
        try (var full = new HistogramLog(Path.of("/dev/full"), ANY_SIZE, 2)) {
            assertThrows(IOException.class, () -> full.write(List.of(of("a", 1_000))));
            assertThrows(IOException.class, () -> full.write(List.of(of("a", 1_000))));
        }
        Path later = directory.resolve("later/latency.hlog");
        try (var log = new HistogramLog(later, ANY_SIZE, 2)) {
            assertThrows(IOException.class, () -> log.write(List.of(of("a", 1_000))));
            Files.createDirectory(later.getParent());
            log.write(List.of(of("a", 1_000)));
            assertEquals(1, read(later).size());
        }
    }
}
