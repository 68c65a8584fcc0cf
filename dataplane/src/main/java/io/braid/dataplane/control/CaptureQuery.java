package io.braid.dataplane.control;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is to be captured.
 *
 * @param ports only packets of these uplinks and tasks, and of {@code host:NIC}, an uplink's tap to the host's kernel; empty for all
 * @param direction which way
 * @param filter only packets that this classic BPF program takes, see {@code look.BpfProgram}; null for all
 * @param count packets after which it ends, 1 to 100 million
 * @param seconds after which it ends, 1 to 3600
 * @param snaplen bytes of each packet that are kept, 14 to 65535
 * @param bytes of the file after which it ends, 4096 to 100 GB
 */
public record CaptureQuery(
        List<String> ports,
        Direction direction,
        @Nullable String filter,
        long count,
        long seconds,
        long snaplen,
        long bytes) {
    public static final int DEFAULT_COUNT = 10_000;
    public static final int DEFAULT_SECONDS = 60;
    /** Headers, and little of what people send each other. */
    public static final int DEFAULT_SNAPLEN = 256;

    public static final long DEFAULT_BYTES = 100 << 20;

    private static final long MOST_BYTES = 100_000_000_000L;
    private static final int LEAST_BYTES = 4096;
    private static final int ETHERNET = 14;
    private static final int MOST_SNAPLEN = 65_535;
    private static final List<String> FIELDS =
            List.of("port", "direction", "filter", "count", "seconds", "snaplen", "bytes");

    /** Which packets of a port. */
    public enum Direction {
        /** That come in. */
        IN,
        /** That go out. */
        OUT,
        /** Either. */
        BOTH,
        /** That are lost, be it as they came in or as they were to go out. */
        DROPPED;

        /** As it is written in queries. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public CaptureQuery {
        ports = List.copyOf(ports);
        LookBounds.ports(ports);
        LookBounds.filter(filter);
        LookBounds.range("count", count, 1, LookBounds.MOST_PACKETS);
        LookBounds.range("seconds", seconds, 1, LookBounds.MOST_SECONDS);
        LookBounds.range("snaplen", snaplen, ETHERNET, MOST_SNAPLEN);
        LookBounds.range("bytes", bytes, LEAST_BYTES, MOST_BYTES);
    }

    /** All packets, within the usual bounds. */
    public static CaptureQuery all() {
        return new CaptureQuery(
                List.of(), Direction.BOTH, null, DEFAULT_COUNT, DEFAULT_SECONDS, DEFAULT_SNAPLEN, DEFAULT_BYTES);
    }

    /** Reads a query. */
    static CaptureQuery of(QueryFields fields) {
        fields.only(FIELDS);
        String direction = fields.one("direction");
        return new CaptureQuery(
                fields.several("port"),
                direction == null ? Direction.BOTH : direction(direction),
                fields.one("filter"),
                fields.number("count", DEFAULT_COUNT),
                fields.number("seconds", DEFAULT_SECONDS),
                fields.number("snaplen", DEFAULT_SNAPLEN),
                fields.number("bytes", DEFAULT_BYTES));
    }

    /**
     * Reads a direction.
     *
     * @throws ControlException when there is no such
     */
    public static Direction direction(String word) {
        return Arrays.stream(Direction.values())
                .filter(direction -> direction.word().equals(word))
                .findFirst()
                .orElseThrow(() -> ControlException.badRequest("direction: expected "
                        + Arrays.stream(Direction.values()).map(Direction::word).collect(Collectors.joining(", "))
                        + ", found " + Quote.of(word)));
    }

    /** The query as it is sent, with its question mark. */
    String toText() {
        var text = new StringBuilder("?direction=" + direction.word());
        ports.forEach(port -> LookBounds.append(text, "port", port));
        LookBounds.append(text, "filter", filter);
        LookBounds.append(text, "count", count);
        LookBounds.append(text, "seconds", seconds);
        LookBounds.append(text, "snaplen", snaplen);
        LookBounds.append(text, "bytes", bytes);
        return text.toString();
    }
}
