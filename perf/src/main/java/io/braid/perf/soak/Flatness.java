package io.braid.perf.soak;

import io.braid.perf.report.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Says what grew: the last quarter of the samples beside the second. In the first one caches fill, code is compiled and the heap takes its size.
 *
 * <p>What is allowed to differ is what differs by chance; a leak of one thing a minute is more than that within an hour.
 */
final class Flatness {
    /** Fewer say nothing. */
    static final int LEAST_SAMPLES = 8;

    private static final double MIB = 1 << 20;
    private static final double SECONDS_PER_MINUTE = 60;

    private Flatness() {}

    /** One check for each thing that may not grow. */
    static List<Check> checks(List<Sample> samples) {
        List<Check> checks = new ArrayList<>();
        if (samples.size() < LEAST_SAMPLES) {
            checks.add(new Check(
                    "samples",
                    false,
                    "at least " + LEAST_SAMPLES + " samples, for anything to be said",
                    samples.size() + "; a longer run has more"));
            return checks;
        }
        int quarter = samples.size() / 4;
        List<Sample> before = samples.subList(quarter, 2 * quarter);
        List<Sample> last = samples.subList(samples.size() - quarter, samples.size());
        checks.add(flat("resident", "MiB of memory", before, last, sample -> sample.residentBytes() / MIB, 0.05, 16));
        checks.add(flat("files", "open files", before, last, Sample::files, 0, 2));
        checks.add(flat("threads", "threads", before, last, Sample::threads, 0, 3));
        checks.add(flat("buffers", "packet buffers in use", before, last, Sample::buffers, 0.05, 256));
        checks.add(collections(before, last));
        return checks;
    }

    private static Check flat(
            String name,
            String what,
            List<Sample> before,
            List<Sample> last,
            ToDoubleFunction<Sample> figure,
            double share,
            double more) {
        double was = median(before, figure);
        double is = median(last, figure);
        double most = was + Math.max(more, was * share);
        return new Check(
                name,
                is <= most,
                text("no more than %.0f %s in the last quarter: %.0f in the second", most, what, was),
                text("%.0f", is));
    }

    private static Check collections(List<Sample> before, List<Sample> last) {
        double was = perMinute(before);
        double is = perMinute(last);
        double most = 1.5 * was + 1;
        return new Check(
                "collections",
                is <= most,
                text("at most %.1f collections of garbage a minute in the last quarter: %.1f in the second", most, was),
                text("%.1f", is));
    }

    private static double perMinute(List<Sample> samples) {
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        return (last.collections() - first.collections())
                * SECONDS_PER_MINUTE
                / Math.max(1, last.seconds() - first.seconds());
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is a library of its own
    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
