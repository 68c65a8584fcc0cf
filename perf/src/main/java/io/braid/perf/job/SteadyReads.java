package io.braid.perf.job;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.HdrHistogram.Recorder;

/**
 * A job's steady small reads, each over a connection of its own: every reader asks for a piece of data at fixed times, whether or not the network is
 * quick enough, and what it could not ask for in time counts as the wait that it would have had (HdrHistogram's {@code recordValueWithExpectedInterval}).
 *
 * <p>Latencies, nanoseconds from the opening of the connection to the last byte, go to a file that HistogramLogWriter writes, a histogram for each second.
 */
public final class SteadyReads {
    private static final int DIGITS = 3;
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);
    /** What is read before is not counted: the program's own start is not the network's. */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Endpoints store;
    private final int readers;
    private final long intervalNanos;
    private final int bytes;
    private final long startNanos;
    private final long endNanos;
    private final String object;
    private final Recorder recorder = new Recorder(LONGEST_NANOS, DIGITS);

    private SteadyReads(String[] args) {
        store = new Endpoints(args[0], ObjectStore.PORT);
        readers = Integer.parseInt(args[1]);
        intervalNanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[2]));
        bytes = Integer.parseInt(args[3]);
        startNanos = System.nanoTime() + WARM_UP_NANOS;
        endNanos = startNanos + TimeUnit.SECONDS.toNanos(Long.parseLong(args[4]));
        object = "/model/" + args[6];
    }

    /**
     * Reads for a while.
     *
     * @param args addresses of the store, number of readers, milliseconds from one read of each to its next, bytes of a read, seconds, the
     *     file for the histograms, the object's name
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        var reads = new SteadyReads(args);
        try (OutputStream file = new FileOutputStream(args[5])) {
            var log = new HistogramLogWriter(file);
            log.outputComment("nanoseconds of each read");
            log.outputLogFormatVersion();
            log.outputLegend();
            log.outputStartTime(System.currentTimeMillis());
            Thread logging = Thread.ofPlatform().daemon().start(() -> reads.log(log));
            Crew.run(reads.readers, reads::run);
            logging.interrupt();
            logging.join();
            log.outputIntervalHistogram(reads.recorder.getIntervalHistogram());
        }
        System.out.println("done");
    }

    private void log(HistogramLogWriter log) {
        sleepUntil(startNanos - LOG_NANOS / 100);
        recorder.reset(); // it was empty, and begins now
        for (long due = startNanos + LOG_NANOS; !Thread.currentThread().isInterrupted(); due += LOG_NANOS) {
            sleepUntil(due);
            Histogram second = recorder.getIntervalHistogram();
            log.outputIntervalHistogram(second);
        }
    }

    private static void sleepUntil(long nanos) {
        while (System.nanoTime() < nanos && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(nanos - System.nanoTime());
        }
    }

    private void run(int number) throws IOException {
        long due = startNanos - WARM_UP_NANOS / 3 * 2 + intervalNanos * number / readers;
        while (due < endNanos) {
            sleepUntil(due);
            long asked = System.nanoTime();
            try (var connection = new HttpConnection(store.of(number))) {
                connection.get(object, (long) number * bytes, bytes, (_, _) -> {});
            }
            long took = System.nanoTime() - asked;
            if (asked >= startNanos) {
                recorder.recordValueWithExpectedInterval(Math.min(took, LONGEST_NANOS), intervalNanos);
            }
            // Reads whose time has passed meanwhile are in the histogram by that.
            due += (took / intervalNanos + 1) * intervalNanos;
        }
    }
}
