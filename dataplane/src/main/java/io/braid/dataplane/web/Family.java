package io.braid.dataplane.web;

import java.util.List;
import java.util.Locale;

/**
 * A metric: all samples of one name.
 *
 * @param kind what its values mean
 * @param name as it is scraped: {@code _total} ends a counter's, {@code _info} an info's; units are base units
 * @param help one line
 * @param labels the names of its labels
 */
public record Family(Kind kind, String name, String help, List<String> labels) {
    /** What a family's values mean. */
    public enum Kind {
        /** Grows from 0 at start, or at the attach for a task's. */
        COUNTER,
        /** Goes up and down. */
        GAUGE,
        /** Always 1; its labels say something. */
        INFO,
        /** A count and a sum. */
        SUMMARY;

        /** As Prometheus calls it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Family {
        labels = List.copyOf(labels);
    }

    static Family counter(String name, String help, String... labels) {
        return new Family(Kind.COUNTER, name, help, List.of(labels));
    }

    static Family gauge(String name, String help, String... labels) {
        return new Family(Kind.GAUGE, name, help, List.of(labels));
    }

    static Family info(String name, String help, String... labels) {
        return new Family(Kind.INFO, name, help, List.of(labels));
    }

    static Family summary(String name, String help, String... labels) {
        return new Family(Kind.SUMMARY, name, help, List.of(labels));
    }

    /** The name without what its kind adds to it. */
    String baseName() {
        return switch (kind) {
            case COUNTER -> name.substring(0, name.length() - "_total".length());
            case INFO -> name.substring(0, name.length() - "_info".length());
            case GAUGE, SUMMARY -> name;
        };
    }
}
