package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/** Turns text into values. */
final class Values {
    /** As YAML writes integers (JSON schema of YAML 1.2): no sign but minus, no leading zeros, no other base. */
    private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]{0,17})");

    private Values() {}

    /**
     * Reads a value of any type that an option may have.
     *
     * @throws MalformedValueException if the text is not one
     */
    static Object parse(Class<?> type, String text) {
        if (type == String.class) {
            return parseText(text);
        }
        if (type == int.class) {
            return parseInt(text);
        }
        if (type == long.class || type == Long.class) {
            return parseLong(text);
        }
        if (type == boolean.class) {
            return switch (text) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new MalformedValueException(Schema.expected(type), text);
            };
        }
        if (type == Duration.class) {
            return Durations.parse(text);
        }
        if (type == Path.class) {
            return parsePath(text);
        }
        return type.isEnum() ? parseWord(type, text) : callParse(type, text);
    }

    private static String parseText(String text) {
        if (text.isEmpty()) {
            throw new MalformedValueException("text", text);
        }
        return text;
    }

    private static int parseInt(String text) {
        long number = parseLong(text);
        if (number != (int) number) {
            throw new MalformedValueException("an integer", text, "it is too large");
        }
        return (int) number;
    }

    private static long parseLong(String text) {
        if (!INTEGER.matcher(text).matches()) {
            throw new MalformedValueException("an integer", text);
        }
        return Long.parseLong(text);
    }

    /** Only absolute paths: what a relative one means depends on where the process was started. */
    private static Path parsePath(String text) {
        if (!text.startsWith("/") || text.indexOf('\0') >= 0) {
            throw new MalformedValueException("an absolute path", text);
        }
        return Path.of(text);
    }

    private static Object parseWord(Class<?> type, String text) {
        Object[] constants = type.getEnumConstants();
        var words = Schema.words(type).toList();
        int index = words.indexOf(text);
        if (index < 0) {
            String hint = Similar.to(text, words)
                    .map(word -> "did you mean " + word + "?")
                    .orElse("");
            throw new MalformedValueException(Schema.expected(type), text, hint);
        }
        return constants[index];
    }

    private static Object callParse(Class<?> type, String text) {
        try {
            return type.getMethod("parse", String.class).invoke(null, text);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof MalformedValueException malformed) {
                throw malformed;
            }
            throw new IllegalStateException(type + ".parse failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be read from text", e);
        }
    }
}
