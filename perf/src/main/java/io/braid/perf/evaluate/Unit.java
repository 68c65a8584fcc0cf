package io.braid.perf.evaluate;

import io.braid.perf.lab.Rate;
import java.util.Locale;

/** What figures are counted in, and how they are written. */
enum Unit {
    BITS_PER_SECOND("bit/s"),
    SECONDS("s"),
    MILLIS("ms"),
    COUNT(""),
    /** Of a whole, 0 to 100. */
    PERCENT("%"),
    /** Between two percentages. */
    POINTS("points");

    private final String label;

    Unit(String label) {
        this.label = label;
    }

    /** In the JSON. */
    String label() {
        return label;
    }

    /** With its unit; a dash if there is no figure. */
    String text(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return switch (this) {
            case BITS_PER_SECOND -> Rate.text(value);
            case SECONDS -> String.format(Locale.ROOT, "%.2f s", value);
            case MILLIS -> String.format(Locale.ROOT, value < 100 ? "%.1f ms" : "%.0f ms", value);
            case COUNT -> String.format(Locale.ROOT, "%.0f", value);
            case PERCENT -> String.format(Locale.ROOT, "%.1f %%", value);
            case POINTS -> String.format(Locale.ROOT, "%.1f points", value);
        };
    }
}
