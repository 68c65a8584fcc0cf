package io.braid.dataplane.control;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import io.braid.dataplane.net.MalformedValueException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which flows are asked for.
 *
 * @param task only this task's; null for all
 * @param uplink only those that leave by it; null for all
 * @param address only those from or to an address of this prefix; null for all
 * @param port only those from or to this port; null for all
 * @param order which come first
 * @param limit how many at most, 1 to {@link #MOST}
 */
public record FlowQuery(
        @Nullable String task,
        @Nullable String uplink,
        @Nullable IpPrefix address,
        @Nullable Integer port,
        Order order,
        int limit) {
    /** Most flows in an answer. */
    public static final int MOST = 1000;

    public static final int DEFAULT_LIMIT = 20;

    private static final int MAX_PORT = 65535;
    private static final List<String> FIELDS = List.of("task", "uplink", "address", "port", "order", "limit");

    /** Which flows come first. */
    public enum Order {
        /** Those that sent most of late. */
        RATE,
        /** Those that sent most since they began. */
        BYTES,
        /** Those that were silent longest. */
        IDLE;

        /** As it is written in queries. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public FlowQuery {
        if (limit < 1 || limit > MOST) {
            throw ControlException.badRequest("limit: expected 1 to " + MOST + ", found " + limit);
        }
        if (port != null && (port < 0 || port > MAX_PORT)) {
            throw ControlException.badRequest("port: expected 0 to " + MAX_PORT + ", found " + port);
        }
        if (task != null) {
            AttachRules.checkTask(task);
        }
        if (uplink != null && !uplink.matches("[A-Za-z0-9_.-]{1,15}")) {
            throw ControlException.badRequest("uplink: expected an uplink's name, found " + Quote.of(uplink));
        }
    }

    /** All flows, those that sent most of late first. */
    public static FlowQuery all(int limit) {
        return new FlowQuery(null, null, null, null, Order.RATE, limit);
    }

    /**
     * Reads a query.
     *
     * @param fields each at most once, none that is not known
     */
    static FlowQuery of(Map<String, List<String>> fields) {
        fields.forEach((name, values) -> {
            if (!FIELDS.contains(name)) {
                throw ControlException.badRequest(
                        "there is no " + Quote.of(name) + "; flows are asked for by " + String.join(", ", FIELDS));
            }
            if (values.size() != 1) {
                throw ControlException.badRequest(name + " is given " + values.size() + " times");
            }
        });
        String address = one(fields, "address");
        return new FlowQuery(
                one(fields, "task"),
                one(fields, "uplink"),
                address == null ? null : prefix(address),
                number(fields, "port"),
                order(one(fields, "order")),
                limit(number(fields, "limit")));
    }

    private static int limit(@Nullable Integer limit) {
        return limit == null ? DEFAULT_LIMIT : limit;
    }

    private static @Nullable String one(Map<String, List<String>> fields, String name) {
        List<String> values = fields.get(name);
        return values == null ? null : values.getFirst();
    }

    private static @Nullable Integer number(Map<String, List<String>> fields, String name) {
        String text = one(fields, name);
        if (text != null && !text.matches("[0-9]{1,6}")) {
            throw ControlException.badRequest(name + ": expected a number, found " + Quote.of(text));
        }
        return text == null ? null : Integer.valueOf(text);
    }

    /**
     * Reads an address, or a prefix with its length.
     *
     * @throws ControlException when it is neither
     */
    public static IpPrefix prefix(String text) {
        try {
            return text.contains("/") ? IpPrefix.parse(text) : IpPrefix.host(IpAddress.parse(text));
        } catch (MalformedValueException e) {
            throw ControlException.badRequest("address: " + e.getMessage());
        }
    }

    /**
     * Reads an order.
     *
     * @param word null for the usual one
     * @throws ControlException when there is no such order
     */
    public static Order order(@Nullable String word) {
        if (word == null) {
            return Order.RATE;
        }
        return Arrays.stream(Order.values())
                .filter(order -> order.word().equals(word))
                .findFirst()
                .orElseThrow(() -> ControlException.badRequest("order: expected "
                        + Arrays.stream(Order.values()).map(Order::word).collect(Collectors.joining(", ")) + ", found "
                        + Quote.of(word)));
    }

    /** The query as it is sent, with its question mark. */
    String toText() {
        var text = new StringBuilder("?limit=" + limit + "&order=" + order.word());
        // None of these has a character that would have to be escaped.
        append(text, "task", task);
        append(text, "uplink", uplink);
        append(text, "address", address);
        append(text, "port", port);
        return text.toString();
    }

    private static void append(StringBuilder text, String name, @Nullable Object value) {
        if (value != null) {
            text.append('&').append(name).append('=').append(value);
        }
    }
}
