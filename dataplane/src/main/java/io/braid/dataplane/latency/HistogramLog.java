package io.braid.dataplane.latency;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * A file of histograms in HdrHistogram's log format, in microseconds as its viewers expect, one line for each interval and stage. A file that has its size becomes {@code FILE.1}, that one
 * {@code FILE.2} and so on; what was {@code FILE.n} last is gone. One thread.
 *
 * @see <a href="https://hdrhistogram.github.io/HdrHistogram/">HdrHistogram</a>
 */
final class HistogramLog implements AutoCloseable {
    private static final double NANOS_PER_MICRO = 1000;

    private final Path file;
    private final long limit;
    private final int files;
    private @Nullable PrintStream out;
    private @Nullable HistogramLogWriter writer;

    /**
     * @param limit bytes after which a file is ended
     * @param files how many are kept, the one that is written included
     */
    HistogramLog(Path file, long limit, int files) {
        this.file = file;
        this.limit = limit;
        this.files = files;
    }

    /**
     * Writes what has any values.
     *
     * @throws IOException when it cannot be written, all or in part; the next call begins a file anew
     */
    void write(List<Histogram> ended) throws IOException {
        if (out != null && Files.size(file) >= limit) {
            close();
            rotate();
        }
        HistogramLogWriter to = writer == null ? open() : writer;
        for (Histogram histogram : ended) {
            if (histogram.getTotalCount() > 0) {
                to.outputIntervalHistogram(
                        histogram.getStartTimeStamp() / 1e3,
                        histogram.getEndTimeStamp() / 1e3,
                        histogram,
                        NANOS_PER_MICRO);
            }
        }
        if (out != null && out.checkError()) { // which also flushes
            close();
            throw new IOException("no room, or it cannot be written");
        }
    }

    private HistogramLogWriter open() throws IOException {
        OutputStream stream =
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        var opened = new HistogramLogWriter(out);
        opened.outputComment("[how long packets stayed, microseconds; tags are worker.stage; " + Instant.now() + "]");
        opened.outputLogFormatVersion();
        opened.outputLegend();
        writer = opened;
        return opened;
    }

    private void rotate() throws IOException {
        for (int n = files - 1; n >= 1; n--) {
            Path older = n == 1 ? file : numbered(n - 1);
            if (Files.exists(older)) {
                Files.move(older, numbered(n), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path numbered(int n) {
        return file.resolveSibling(file.getFileName() + "." + n);
    }

    @Override
    public void close() {
        if (out != null) {
            out.close();
        }
        out = null;
        writer = null;
    }
}
