package io.braid.dataplane.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prints the reference documentation of {@code host.yaml} from the options' declarations. */
public final class ConfigReference {
    private ConfigReference() {}

    /**
     * Writes the documentation to a file.
     *
     * @param arguments the file to write, {@code dataplane/CONFIG.md} in Braid's source tree
     * @throws IOException if it cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), markdown());
    }

    /** The documentation as Markdown, sections in the order of their declaration. */
    public static String markdown() {
        var text = new StringBuilder("""
                # `host.yaml`: reference

                <!-- Generated from the declarations in io.braid.dataplane.config; edit those, not this file. -->

                One file describes one host: YAML 1.2 in UTF-8, at most 1 MiB, one document, no aliases, no tags.
                Every option is below. Unknown options, wrong types and impossible combinations are refused, all of
                them at once, as `FILE:LINE:COLUMN: OPTION: expected ..., found ...`. `braid check -c FILE` shows them
                and also examines the host. A whole example is `host.yaml` beside this file.

                Sizes are whole numbers with `KiB`, `MiB`, `GiB` or `TiB`; durations whole numbers with `us`, `ms`,
                `s` or `m`. Addresses are written in full: no host names, no leading zeros in IPv4, no zone ids. IPv6
                addresses and anything else with a colon need quotes inside `[...]` and `{...}`.

                `braid reload` and SIGHUP change what is marked *live* while packets flow; a file that differs in
                anything else is refused whole and needs a restart (`braid run --takeover` keeps tasks and flows). Of a
                section that may be left out, and of a list of sections, the mark says whether it, or an entry, may come
                and go.
                """);
        append(text, HostConfig.class, "");
        return text.toString();
    }

    private static void append(StringBuilder text, Class<?> section, String path) {
        text.append("\n## ")
                .append(path.isEmpty() ? "Top level" : "`" + path + "`")
                .append("\n\n");
        text.append("| option | type | default | change | meaning |\n|---|---|---|---|---|\n");
        List<Schema.Field> sections = new ArrayList<>();
        for (Schema.Field field : Schema.fields(section)) {
            text.append("| `%s` | %s | %s | %s | %s |\n"
                    .formatted(field.key(), type(field), defaultOf(field), change(field), meaning(field)));
            if (Schema.isSection(field.type())) {
                sections.add(field);
            }
        }
        for (Schema.Field field : sections) {
            String name = field.key() + (field.isList() ? "[]" : "");
            append(text, field.type(), path.isEmpty() ? name : path + "." + name);
        }
    }

    private static String type(Schema.Field field) {
        String range = field.option().range();
        String value = Schema.expected(field.type()).replaceFirst("^an? ", "");
        if (field.isList()) {
            return "list of " + range + ": " + value;
        }
        return range.isEmpty() ? value : value + " " + range;
    }

    private static String defaultOf(Schema.Field field) {
        if (field.isRequired()) {
            return "**required**";
        }
        String value = field.option().defaultValue();
        return switch (value) {
            case "" -> "none";
            case "{}" -> "its defaults";
            default -> "`" + value + "`";
        };
    }

    private static String change(Schema.Field field) {
        boolean always = Schema.isSection(field.type()) && !field.isList() && !field.isOptional();
        return always ? "see below" : field.option().live() ? "live" : "needs a restart";
    }

    private static String meaning(Schema.Field field) {
        String example = field.option().example();
        return field.option().doc() + (example.isEmpty() ? "" : " Example: `" + example + "`.");
    }
}
