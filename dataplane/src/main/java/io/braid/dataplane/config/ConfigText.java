package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes values as they could stand in a file, for people to compare. */
final class ConfigText {
    /** What is longer is cut: it is one line of a list of differences. */
    static final int MOST = 400;

    private static final String NONE = "none";

    private ConfigText() {}

    /**
     * An option's value, in one line of printable characters.
     *
     * @param type the option's, or of its list's entries, as declared
     */
    static String of(Class<?> type, Object value) {
        String text = MalformedValueException.printable(whole(type, value));
        return text.length() > MOST ? text.substring(0, MOST) + "..." : text;
    }

    private static String whole(Class<?> type, Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.map(some -> whole(type, some)).orElse(NONE);
            case List<?> list ->
                list.stream().map(entry -> whole(type, entry)).collect(Collectors.joining(", ", "[", "]"));
            case Duration duration -> text(duration);
            case Enum<?> word -> Schema.kebab(word.name());
            default -> Schema.isSection(type) ? section(type, value) : value.toString();
        };
    }

    /** Without what is as it would be anyway. */
    private static String section(Class<?> type, Object section) {
        return Schema.fields(type).stream()
                .map(field -> new Entry(field, whole(field.type(), field.of(section))))
                .filter(entry -> !entry.text().equals(NONE) && !entry.text().equals(unquoted(entry.field())))
                .map(entry -> entry.field().key() + ": " + entry.text())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String unquoted(Schema.Field field) {
        return field.option().defaultValue().replace("\"", "");
    }

    private record Entry(Schema.Field field, String text) {}

    private static String text(Duration duration) {
        long micros = duration.toNanos() / 1_000;
        if (micros % 1_000 != 0) {
            return micros + "us";
        }
        long millis = micros / 1_000;
        return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
    }
}
