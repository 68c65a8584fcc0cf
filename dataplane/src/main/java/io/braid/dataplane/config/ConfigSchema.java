package io.braid.dataplane.config;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.dataplane.net.Ipv4Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a JSON Schema of {@code host.yaml} (draft 2020-12), made of the options' declarations, for editors: they complete keys, show what each means, and mark what is wrong while one types.
 *
 * <p>It knows shapes and words. What depends on other options or on the host, {@code braid check} says.
 */
public final class ConfigSchema {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INTEGER = "integer";
    private static final String STRING = "string";
    private static final String RANGE = "-?[0-9]+\\.\\.-?[0-9]+";

    /** How values are written that are text of a form of their own. */
    private static final Map<Class<?>, String> PATTERNS = Map.of(
            Path.class, "^/",
            Duration.class, "^(0|[1-9][0-9]*)(us|ms|s|m)$",
            ByteSize.class, "^(0|[1-9][0-9]*)(KiB|MiB|GiB|TiB)$",
            DeviceSpec.class, "^(pci|vdev):",
            Ipv4Address.class, "^[0-9]+(\\.[0-9]+){3}$",
            ListenAddress.class, ":[0-9]+$");

    private ConfigSchema() {}

    /**
     * Writes the schema to a file.
     *
     * @param arguments the file to write, {@code dataplane/host.schema.json} in Braid's source tree
     * @throws IOException if it cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), json());
    }

    /** The schema as JSON text with a newline at its end. */
    public static String json() {
        ObjectNode root = JSON.createObjectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", "Braid's host.yaml");
        root.setAll(section(HostConfig.class));
        return root.toPrettyString() + "\n";
    }

    private static ObjectNode section(Class<?> type) {
        ObjectNode node = JSON.createObjectNode();
        node.put("type", "object");
        node.put("additionalProperties", false);
        ObjectNode properties = node.putObject("properties");
        ArrayNode required = JSON.createArrayNode();
        for (Schema.Field field : Schema.fields(type)) {
            ObjectNode value = value(field);
            value.put("description", field.option().doc());
            if (!field.option().example().isEmpty()) {
                value.putArray("examples").add(field.option().example());
            }
            properties.set(field.key(), value);
            if (field.isRequired()) {
                required.add(field.key());
            }
        }
        if (!required.isEmpty()) {
            node.set("required", required);
        }
        return node;
    }

    private static ObjectNode value(Schema.Field field) {
        String range = field.option().range();
        if (!field.isList()) {
            return single(field.type(), range);
        }
        ObjectNode list = JSON.createObjectNode();
        list.put("type", "array");
        list.set("items", single(field.type(), ""));
        putRange(list, range, "minItems", "maxItems");
        return list;
    }

    private static ObjectNode single(Class<?> type, String range) {
        if (Schema.isSection(type)) {
            return orShorthand(type, section(type));
        }
        ObjectNode node = JSON.createObjectNode();
        if (type.isEnum()) {
            ArrayNode words = node.putArray("enum");
            Schema.words(type).forEach(words::add);
        } else if (type == boolean.class) {
            node.put("type", "boolean");
        } else if (type == int.class || type == long.class || type == Long.class) {
            node.put("type", INTEGER);
            putRange(node, range, "minimum", "maximum");
        } else if (type == CpuList.class || type == CpuNumbers.class) {
            node.putArray("type").add("array").add(STRING).add(INTEGER);
        } else if (PATTERNS.containsKey(type)) {
            node.put("type", STRING);
            node.put("pattern", PATTERNS.get(type));
        } else {
            // Text whose form only its parser knows; YAML makes numbers of some, such as 65017.
            node.putArray("type").add(STRING).add(INTEGER);
        }
        return node;
    }

    /** Some sections may be written as the value of their main option. */
    private static ObjectNode orShorthand(Class<?> type, ObjectNode section) {
        Shorthand shorthand = type.getAnnotation(Shorthand.class);
        if (shorthand == null) {
            return section;
        }
        ObjectNode either = JSON.createObjectNode();
        ArrayNode forms = either.putArray("anyOf");
        forms.add(section);
        Schema.fields(type).stream()
                .filter(field -> field.key().equals(shorthand.value()))
                .forEach(field -> forms.add(value(field)));
        return either;
    }

    private static void putRange(ObjectNode node, @Nullable String range, String least, String most) {
        if (range != null && range.matches(RANGE)) {
            String[] ends = range.split("\\.\\.", -1);
            node.put(least, Long.parseLong(ends[0]));
            node.put(most, Long.parseLong(ends[1]));
        }
    }
}
