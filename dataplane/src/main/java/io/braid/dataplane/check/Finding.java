package io.braid.dataplane.check;

import java.util.Locale;

/**
 * What one check found.
 *
 * @param level how it is
 * @param subject what was looked at, such as {@code uplink nic0} or {@code hugepages}
 * @param message what was found
 * @param todo what to do about it, as a command where there is one; empty if there is nothing to do
 */
public record Finding(Level level, String subject, String message, String todo) {
    /** How a checked thing is. */
    public enum Level {
        /** As it should be. */
        OK,
        /** Works, but not as well as it could, or not for certain. */
        WARN,
        /** Braid will not start or not forward. */
        FAIL
    }

    /** As it should be. */
    public static Finding ok(String subject, String message) {
        return new Finding(Level.OK, subject, message, "");
    }

    /** Works, with a reservation. */
    public static Finding warn(String subject, String message, String todo) {
        return new Finding(Level.WARN, subject, message, todo);
    }

    /** Does not work. */
    public static Finding fail(String subject, String message, String todo) {
        return new Finding(Level.FAIL, subject, message, todo);
    }

    /** One line for a terminal. */
    @Override
    public String toString() {
        String word = level == Level.FAIL ? "FAIL" : level.name().toLowerCase(Locale.ROOT);
        return "%-4s  %s: %s%s".formatted(word, subject, message, todo.isEmpty() ? "" : "; " + todo);
    }
}
