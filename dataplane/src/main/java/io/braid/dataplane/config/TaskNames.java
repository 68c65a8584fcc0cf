package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.util.regex.Pattern;

/**
 * A set of tasks: one by its name, or all whose names begin alike.
 *
 * @param start the name, or its beginning
 * @param open whether it is a beginning
 */
public record TaskNames(String start, boolean open) {
    private static final String EXPECTED = "a task's name, or its beginning and *";
    private static final Pattern SYNTAX = Pattern.compile("\\*|[A-Za-z0-9][A-Za-z0-9_.-]{0,62}\\*?");

    /**
     * Reads {@code train-7}, {@code train-*} or {@code *}.
     *
     * @throws MalformedValueException for anything else
     */
    public static TaskNames parse(String text) {
        if (!SYNTAX.matcher(text).matches()) {
            throw new MalformedValueException(EXPECTED, text);
        }
        boolean open = text.endsWith("*");
        return new TaskNames(open ? text.substring(0, text.length() - 1) : text, open);
    }

    /** Whether a task is among them. */
    public boolean matches(String task) {
        return open ? task.startsWith(start) : task.equals(start);
    }

    @Override
    public String toString() {
        return open ? start + "*" : start;
    }
}
