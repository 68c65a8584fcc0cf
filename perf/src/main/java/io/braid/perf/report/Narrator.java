package io.braid.perf.report;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells the person who waits what is being done, one line per step with the seconds since the start. */
public final class Narrator {
    private final PrintWriter out;
    private final long startNanos = System.nanoTime();

    /** Begins to count the seconds. */
    public Narrator(PrintWriter out) {
        this.out = out;
    }

    /** One line, as {@link String#format} makes it. */
    // Error Prone's annotation for this would be the only use of its library; every format is run by each demo.
    @SuppressWarnings("AnnotateFormatMethod")
    public void say(String format, Object... values) {
        out.printf(Locale.ROOT, "[%5.1f s] ", (System.nanoTime() - startNanos) / 1e9);
        out.printf(Locale.ROOT, format, values);
        out.println();
        out.flush();
    }
}
