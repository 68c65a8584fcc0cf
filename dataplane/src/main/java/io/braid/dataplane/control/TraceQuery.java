package io.braid.dataplane.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which packets' ways through the graph are asked for.
 *
 * @param ports only packets that come in by these uplinks and tasks, or that {@code addressed} takes; empty for all
 * @param addressed classic BPF program that takes further packets, such as those for a task; null for none
 * @param filter only packets that this program takes; null for all
 * @param count packets after which it ends, 1 to 1 million
 * @param seconds after which it ends, 1 to 3600
 * @param sample one of so many packets that match, at each worker; 1 to 1 million
 */
public record TraceQuery(
        List<String> ports,
        @Nullable String addressed,
        @Nullable String filter,
        long count,
        long seconds,
        long sample) {
    public static final int DEFAULT_COUNT = 10;
    public static final int DEFAULT_SECONDS = 60;

    private static final int MILLION = 1_000_000;
    private static final List<String> FIELDS = List.of("port", "addressed", "filter", "count", "seconds", "sample");

    public TraceQuery {
        ports = List.copyOf(ports);
        LookBounds.ports(ports);
        LookBounds.filter(addressed);
        LookBounds.filter(filter);
        LookBounds.range("count", count, 1, MILLION);
        LookBounds.range("seconds", seconds, 1, LookBounds.MOST_SECONDS);
        LookBounds.range("sample", sample, 1, MILLION);
    }

    /** Reads a query. */
    static TraceQuery of(QueryFields fields) {
        fields.only(FIELDS);
        return new TraceQuery(
                fields.several("port"),
                fields.one("addressed"),
                fields.one("filter"),
                fields.number("count", DEFAULT_COUNT),
                fields.number("seconds", DEFAULT_SECONDS),
                fields.number("sample", 1));
    }

    /** The query as it is sent, with its question mark. */
    String toText() {
        var text = new StringBuilder("?sample=" + sample);
        ports.forEach(port -> LookBounds.append(text, "port", port));
        LookBounds.append(text, "addressed", addressed);
        LookBounds.append(text, "filter", filter);
        LookBounds.append(text, "count", count);
        LookBounds.append(text, "seconds", seconds);
        return text.toString();
    }
}
