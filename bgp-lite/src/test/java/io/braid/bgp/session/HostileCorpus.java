package io.braid.bgp.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The recorded misbehaviours, in files by theme. README.md beside them says how they are written.
 */
final class HostileCorpus {
    private static final List<String> THEMES = List.of(
            "header",
            "open",
            "fsm",
            "transport",
            "update",
            "attributes",
            "internal",
            "multiprotocol",
            "routes",
            "load");

    /** What stands for several steps; {@code $} is the rest of the line. */
    private static final Map<String, List<String>> SHORT = Map.of(
            "withdraws",
                    List.of("up", "update | {GOOD} | 00", "has4", "update | $ | 00", "stays", "lacks4", "holds4 0"),
            "withdraws6",
                    List.of("up", "update | {GOOD6} |", "has6", "update | {REACH6}$ |", "stays", "lacks6", "holds6 0"),
            "discards", List.of("up", "update | $ | 00", "stays", "has4"),
            "refuses", List.of("up", "update | {GOOD} | 00", "has4", "update | $ | 00", "stays", "lacks4", "holds4 1"),
            "refuses6", List.of("up", "update | {GOOD6} |", "has6", "update | $ |", "stays", "lacks6", "holds6 1"),
            "disables6",
                    List.of(
                            "up",
                            "update | {GOOD} | 00",
                            "update | {GOOD6} |",
                            "has6",
                            "update | $ |",
                            "stays",
                            "lacks6",
                            "has4",
                            "counted MENDED_FAULTS 1"));

    /**
     * One misbehaviour.
     *
     * @param name unique, says what the peer does
     * @param place file and line
     * @param steps what is done and expected, in order
     */
    record Misbehaviour(String name, String place, List<String> steps) {
        @Override
        public String toString() {
            return name;
        }
    }

    private HostileCorpus() {}

    static List<Misbehaviour> all() throws IOException {
        var all = new ArrayList<Misbehaviour>();
        for (String theme : THEMES) {
            try (InputStream in = HostileCorpus.class.getResourceAsStream("/hostile/" + theme + ".txt")) {
                if (in == null) {
                    throw new IOException("no file for " + theme);
                }
                read(theme, new String(in.readAllBytes(), StandardCharsets.UTF_8), all);
            }
        }
        return all;
    }

    private static void read(String theme, String text, List<Misbehaviour> into) {
        List<String> steps = null;
        int number = 0;
        for (String raw : text.lines().toList()) {
            number++;
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("[") && line.endsWith("]")) {
                steps = new ArrayList<>();
                String name = line.substring(1, line.length() - 1);
                into.add(new Misbehaviour(theme + ": " + name, theme + ".txt:" + number, steps));
            } else if (steps == null) {
                throw new IllegalArgumentException(theme + ".txt:" + number + ": a step before the first name");
            } else {
                steps.addAll(expand(line));
            }
        }
    }

    private static List<String> expand(String line) {
        int space = line.indexOf(' ');
        String word = space < 0 ? line : line.substring(0, space);
        List<String> steps = SHORT.get(word);
        String rest = space < 0 ? "" : line.substring(space + 1).strip();
        return steps == null
                ? List.of(line)
                : steps.stream().map(s -> s.replace("$", rest)).toList();
    }
}
