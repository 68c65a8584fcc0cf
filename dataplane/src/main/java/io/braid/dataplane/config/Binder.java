package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Binds YAML nodes to the sections' records; goes on after an error, so that all are found.
 *
 * <p>A default is bound like a value from the file. What could be bound is also kept in {@link Bound}, for the checks
 * across options.
 */
final class Binder {
    private static final LoadSettings DEFAULTS = LoadSettings.builder().build();

    private final Problems problems;
    private final Bound bound;

    Binder(Problems problems, Bound bound) {
        this.problems = problems;
        this.bound = bound;
    }

    /** Binds the top of a file; null after reporting why not. */
    @Nullable
    HostConfig bind(Node root) {
        bound.place("", Position.of(root), true);
        return (HostConfig) section(root, HostConfig.class, "", Position.of(root), true);
    }

    /** {@code at} is where the section is, which for a default is where the key could have been. */
    private @Nullable Object section(Node node, Class<?> type, String path, Position at, boolean inFile) {
        List<Schema.Field> fields = Schema.fields(type);
        Shorthand shorthand = type.getAnnotation(Shorthand.class);
        Map<String, Node> given;
        String shortKey = "";
        if (shorthand != null
                && node instanceof ScalarNode scalar
                && !scalar.getTag().equals(Tag.NULL)) {
            shortKey = shorthand.value();
            given = Map.of(shorthand.value(), node);
        } else if (node instanceof MappingNode mapping && mapping.getTag().equals(Tag.MAP)) {
            given = entries(mapping, fields, path);
        } else {
            problems.add(at, path, "expected a mapping, found " + Found.describe(node));
            return null;
        }
        var values = new Object[fields.size()];
        boolean complete = true;
        for (int i = 0; i < values.length; i++) {
            Schema.Field field = fields.get(i);
            String key = field.key();
            String fieldPath = key.equals(shortKey) ? path : path.isEmpty() ? key : path + "." + key;
            Object value = field(field, given.get(key), fieldPath, at, inFile);
            complete &= value != null;
            if (value != null) {
                values[i] = value;
            }
        }
        return complete ? Schema.construct(type, values) : null;
    }

    /** The mapping's values by key, without those that are unknown or come twice. */
    private Map<String, Node> entries(MappingNode mapping, List<Schema.Field> fields, String path) {
        List<String> known = fields.stream().map(Schema.Field::key).toList();
        var given = new HashMap<String, Node>();
        var lines = new HashMap<String, Integer>();
        for (var tuple : mapping.getValue()) {
            Position position = Position.of(tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)
                    || !keyNode.getTag().equals(Tag.STR)) {
                problems.add(position, path, "expected an option's name, found " + Found.describe(tuple.getKeyNode()));
                continue;
            }
            String key = keyNode.getValue();
            Integer firstLine = lines.putIfAbsent(key, position.line());
            if (firstLine != null) {
                problems.add(
                        position,
                        path,
                        "expected each key once, found " + MalformedValueException.quote(key) + " again (first on line "
                                + firstLine + ")");
            } else if (known.contains(key)) {
                given.put(key, tuple.getValueNode());
            } else {
                String hint = Similar.to(key, known)
                        .map(word -> "did you mean " + word + "?")
                        .orElse("known here: " + String.join(", ", known));
                problems.add(
                        position,
                        path,
                        "expected a known option, found " + MalformedValueException.quote(key) + " (" + hint + ")");
            }
        }
        return given;
    }

    private @Nullable Object field(
            Schema.Field field, @Nullable Node node, String path, Position section, boolean inFile) {
        Object value;
        if (node != null) {
            Position position = inFile ? Position.of(node) : section;
            bound.place(path, position, inFile);
            value = value(field, node, path, position, inFile);
        } else if (!field.option().defaultValue().isEmpty()) {
            bound.place(path, section, false);
            value = value(field, yaml(field.option().defaultValue()), path, section, false);
        } else if (field.isOptional()) {
            return Optional.empty();
        } else {
            bound.place(path, section, false);
            problems.add(section, path, "expected " + field.expected() + ", found no such key (it is required)");
            return null;
        }
        return field.isOptional() && value != null ? Optional.of(value) : value;
    }

    private static Node yaml(String text) {
        return new Compose(DEFAULTS).composeString(text).orElseThrow();
    }

    private @Nullable Object value(Schema.Field field, Node node, String path, Position at, boolean inFile) {
        if (field.isList()) {
            return list(field, node, path, at, inFile);
        }
        Object value = single(field.type(), node, path, at, inFile);
        String range = field.option().range();
        if (value != null && !range.isEmpty() && !Range.of(range, field.type()).contains(value)) {
            problems.add(at, path, "expected " + field.expected() + " in " + range + ", found " + Found.describe(node));
            return null;
        }
        return value;
    }

    private @Nullable Object list(Schema.Field field, Node node, String path, Position at, boolean inFile) {
        if (!(node instanceof SequenceNode sequence) || !sequence.getTag().equals(Tag.SEQ)) {
            problems.add(at, path, "expected a list, found " + Found.describe(node));
            return null;
        }
        List<Node> nodes = sequence.getValue();
        Range sizes = Range.of(field.option().range(), int.class);
        if (!sizes.contains(nodes.size())) {
            problems.add(at, path, "expected a list of " + sizes.text() + " entries, found " + nodes.size());
            return null;
        }
        bound.size(path, nodes.size());
        var values = new ArrayList<Object>();
        for (int i = 0; i < nodes.size(); i++) {
            String entryPath = path + "[" + i + "]";
            Position position = inFile ? Position.of(nodes.get(i)) : at;
            bound.place(entryPath, position, inFile);
            Object value = single(field.type(), nodes.get(i), entryPath, position, inFile);
            if (value != null) {
                values.add(value);
            }
        }
        return values.size() == nodes.size() ? values : null;
    }

    private @Nullable Object single(Class<?> type, Node node, String path, Position at, boolean inFile) {
        Object value = Schema.isSection(type) ? section(node, type, path, at, inFile) : scalar(type, node, path, at);
        if (value != null) {
            bound.value(path, value);
        }
        return value;
    }

    private @Nullable Object scalar(Class<?> type, Node node, String path, Position at) {
        String text = isCpus(type) && node instanceof SequenceNode list ? joined(list) : Found.text(node, type);
        if (text == null) {
            problems.add(
                    at,
                    path,
                    "expected " + Schema.expected(type) + ", found " + Found.describe(node)
                            + Found.quoting(node, type));
            return null;
        }
        try {
            return Values.parse(type, text);
        } catch (MalformedValueException e) {
            problems.add(at, path, e.getMessage());
            return null;
        }
    }

    private static boolean isCpus(Class<?> type) {
        return type == CpuList.class || type == CpuNumbers.class;
    }

    /** {@code [2, "4-7"]} as {@code 2,4-7}; null if it is not a list of numbers and ranges. */
    private static @Nullable String joined(SequenceNode list) {
        List<Node> nodes = list.getValue();
        boolean plain = nodes.size() <= CpuList.LIMIT
                && nodes.stream()
                        .allMatch(node -> node instanceof ScalarNode scalar
                                && !scalar.getValue().equals("auto"));
        return plain && !nodes.isEmpty()
                ? nodes.stream().map(node -> ((ScalarNode) node).getValue()).collect(Collectors.joining(","))
                : null;
    }
}
