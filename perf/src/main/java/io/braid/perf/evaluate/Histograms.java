package io.braid.perf.evaluate;

import io.braid.perf.lab.LabException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** Files of histograms that the job's programs write with HdrHistogram's HistogramLogWriter, one histogram for each second. */
final class Histograms {
    private static final int DIGITS = 3;

    private Histograms() {}

    /** Where one is to be written: the directory that was asked for, or the lab's, with which it goes. */
    static Path file(EvaluateOptions options, Side side, String name) {
        Path directory = options.histograms();
        return (directory == null ? side.lab().directory() : directory.toAbsolutePath()).resolve(name + ".hlog");
    }

    /** All of a file in one histogram. */
    static Histogram read(Path file) throws IOException {
        var sum = new Histogram(DIGITS);
        try (var reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram next = reader.nextIntervalHistogram();
                if (next instanceof Histogram second) {
                    sum.add(second);
                }
            }
        } catch (FileNotFoundException e) {
            throw new IOException(file + " was not written", e);
        }
        if (sum.getTotalCount() == 0) {
            throw new LabException("nothing was read: " + Files.readString(file));
        }
        return sum;
    }
}
