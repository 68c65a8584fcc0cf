package io.braid.dataplane.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes all options of a configuration, defaults included, one a line. A configuration names files with secrets, and holds none. */
public final class ConfigDump {
    private ConfigDump() {}

    /** Lines {@code PATH: VALUE}, in the order of the options' declaration. */
    public static List<String> lines(HostConfig config) {
        var lines = new ArrayList<String>();
        add(HostConfig.class, config, "", lines);
        return lines;
    }

    private static void add(Class<?> type, Object section, String path, List<String> lines) {
        for (Schema.Field field : Schema.fields(type)) {
            Object value = field.of(section);
            String name = path.isEmpty() ? field.key() : path + "." + field.key();
            if (!Schema.isSection(field.type())) {
                lines.add(name + ": " + ConfigText.of(field.type(), value));
            } else if (value instanceof List<?> entries) {
                for (int i = 0; i < entries.size(); i++) {
                    add(field.type(), entries.get(i), name + "[" + i + "]", lines);
                }
            } else if (value instanceof Optional<?> optional) {
                if (optional.isPresent()) {
                    add(field.type(), optional.get(), name, lines);
                } else {
                    lines.add(name + ": none");
                }
            } else {
                add(field.type(), value, name, lines);
            }
        }
    }
}
