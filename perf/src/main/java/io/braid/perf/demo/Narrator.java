package io.braid.perf.demo;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells the person who waits what is being done, one line per step with the seconds since the start. */
final class Narrator {
    private final PrintWriter out;
    private final long startNanos = System.nanoTime();

    Narrator(PrintWriter out) {
        this.out = out;
    }

    // Error Prone's annotation for this would be the only use of its library; every format is run by each demo.
    @SuppressWarnings("AnnotateFormatMethod")
    void say(String format, Object... values) {
        out.printf(Locale.ROOT, "[%5.1f s] ", (System.nanoTime() - startNanos) / 1e9);
        out.printf(Locale.ROOT, format, values);
        out.println();
        out.flush();
    }
}
