package io.braid.numa;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Remembers each distinct fault once, with how often and when it happened, however often that is.
 *
 * <p>Two faults are the same when their class, the place they were thrown at and their cause's class are the same. The
 * message does not count: it often has an address or a number in it that differs each time. At most {@value #CAPACITY}
 * are kept; further ones are only counted. Any thread.
 */
public final class DistinctErrors {
    /** Number of distinct faults kept. */
    public static final int CAPACITY = 64;

    /**
     * A fault as seen so far.
     *
     * @param error class and first message
     * @param stackTrace of the first occurrence
     * @param lastMessage message of the last occurrence, {@code ""} when it had none
     */
    public record Entry(String error, String stackTrace, String lastMessage, Instant first, Instant last, long count) {}

    private record Key(String type, String place, String cause) {}

    private final InstantSource clock;
    private final Map<Key, Entry> entries = new LinkedHashMap<>();
    private long total;
    private long notKept;

    public DistinctErrors() {
        this(InstantSource.system());
    }

    DistinctErrors(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Counts a fault.
     *
     * @return whether this is its first occurrence, the one worth a line in the log
     */
    public synchronized boolean record(Throwable error) {
        total++;
        Key key = key(error);
        Entry before = entries.get(key);
        if (before == null && entries.size() == CAPACITY) {
            notKept++;
            return false;
        }
        Instant now = clock.instant();
        entries.put(
                key,
                before == null
                        ? new Entry(String.valueOf(error), trace(error), message(error), now, now, 1)
                        : new Entry(
                                before.error, before.stackTrace, message(error), before.first, now, before.count + 1));
        return before == null;
    }

    /** Returns the distinct faults in the order of their first occurrence. */
    public synchronized List<Entry> entries() {
        return new ArrayList<>(entries.values());
    }

    /** Returns the number of occurrences of all faults, kept or not. */
    public synchronized long total() {
        return total;
    }

    /** Returns how many occurrences found no room for their kind. */
    public synchronized long notKept() {
        return notKept;
    }

    private static Key key(Throwable error) {
        // The JIT may throw preallocated exceptions without a trace; those are told apart by class only.
        StackTraceElement[] trace = error.getStackTrace();
        Throwable cause = error.getCause();
        return new Key(
                error.getClass().getName(),
                trace.length == 0 ? "" : trace[0].toString(),
                cause == null ? "" : cause.getClass().getName());
    }

    private static String message(Throwable error) {
        String message = error.getMessage();
        return message == null ? "" : message;
    }

    private static String trace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
