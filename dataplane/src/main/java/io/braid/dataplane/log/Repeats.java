package io.braid.dataplane.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Bounds how often the same message is logged: so many times within a window, and then how many more there were. Messages that differ in numbers only are the same.
 *
 * <p>Of different messages as many are remembered as there is room for, the newest. For one thread at a time.
 */
final class Repeats {
    static final int MOST = 10;
    static final long WINDOW_NANOS = 10_000_000_000L;
    private static final int KINDS = 512;
    private static final int KEY_CHARACTERS = 160;
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

    private static final class Kind {
        private final ILoggingEvent first;
        private final long since;
        private int count;

        Kind(ILoggingEvent first, long since) {
            this.first = first;
            this.since = since;
        }
    }

    /**
     * What was left out.
     *
     * @param like the first message of the kind in the window
     * @param count how many more there were
     */
    record LeftOut(ILoggingEvent like, int count) {}

    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private final List<LeftOut> over = new ArrayList<>();

    /** Whether a message may be logged. */
    boolean admits(ILoggingEvent event, long now) {
        String key = key(event);
        Kind kind = kinds.get(key);
        if (kind != null && now - kind.since >= WINDOW_NANOS) {
            end(key, kind);
            kind = null;
        }
        if (kind == null) {
            if (kinds.size() >= KINDS) {
                var eldest = kinds.entrySet().iterator().next();
                end(eldest.getKey(), eldest.getValue());
            }
            kind = new Kind(event, now);
            kinds.put(key, kind);
        }
        return ++kind.count <= MOST;
    }

    private void end(String key, Kind kind) {
        kinds.remove(key);
        if (kind.count > MOST) {
            over.add(new LeftOut(kind.first, kind.count - MOST));
        }
    }

    /** What was left out in windows that are over; told once. */
    List<LeftOut> takeOver(long now) {
        for (var entry : List.copyOf(kinds.entrySet())) {
            if (now - entry.getValue().since >= WINDOW_NANOS) {
                end(entry.getKey(), entry.getValue());
            }
        }
        List<LeftOut> list = List.copyOf(over);
        over.clear();
        return list;
    }

    private static String key(ILoggingEvent event) {
        String message = event.getFormattedMessage();
        String begin = message.length() > KEY_CHARACTERS ? message.substring(0, KEY_CHARACTERS) : message;
        return event.getLevel() + " " + event.getLoggerName() + " "
                + NUMBERS.matcher(begin).replaceAll("#");
    }
}
