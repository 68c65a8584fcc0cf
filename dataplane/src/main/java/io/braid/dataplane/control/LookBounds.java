package io.braid.dataplane.control;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks and writes what captures and traces are asked for by. */
final class LookBounds {
    /** An hour: who looks on costs something all the time. */
    static final int MOST_SECONDS = 3600;

    static final long MOST_PACKETS = 100_000_000;
    /** As a program's text is that has as many instructions as are possible; the request's line has to hold it. */
    static final int MOST_FILTER_CHARS = 7000;

    private static final int MOST_PORTS = 64;

    private LookBounds() {}

    static void range(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw ControlException.badRequest(name + ": expected " + least + " to " + most + ", found " + value);
        }
    }

    static void filter(@Nullable String filter) {
        if (filter != null && filter.length() > MOST_FILTER_CHARS) {
            throw ControlException.badRequest("filter: expected a program of at most " + MOST_FILTER_CHARS
                    + " characters, found " + filter.length() + "; ask for less");
        }
    }

    static void ports(List<String> ports) {
        if (ports.size() > MOST_PORTS) {
            throw ControlException.badRequest(
                    "port: expected at most " + MOST_PORTS + " of them, found " + ports.size());
        }
        for (String port : ports) {
            if (!port.matches("(host:)?[A-Za-z0-9._-]{1,63}")) {
                throw ControlException.badRequest(
                        "port: expected the name of an uplink or a task, found " + Quote.of(port));
            }
        }
    }

    static void append(StringBuilder query, String name, @Nullable Object value) {
        if (value != null) {
            query.append('&')
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(value.toString(), StandardCharsets.US_ASCII));
        }
    }
}
