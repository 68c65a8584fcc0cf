package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Says what stands in a file, and whether a type can be read from it. */
final class Found {
    private Found() {}

    /** What a node is, for the second half of {@code expected ..., found ...}. */
    static String describe(Node node) {
        return switch (node) {
            case MappingNode mapping when mapping.getTag().equals(Tag.MAP) -> "a mapping";
            case SequenceNode sequence
            when sequence.getTag().equals(Tag.SEQ) -> sequence.getValue().isEmpty() ? "an empty list" : "a list";
            case ScalarNode scalar when scalar.getTag().equals(Tag.NULL) -> "nothing";
            case ScalarNode scalar
            when scalar.getTag().equals(Tag.STR) -> MalformedValueException.quote(scalar.getValue());
            case ScalarNode scalar when isPlain(scalar) -> MalformedValueException.shorten(scalar.getValue());
            default -> "the tag " + MalformedValueException.quote(node.getTag().getValue());
        };
    }

    /** The text to read a value from; null if the node is of another kind than the type is written as. */
    static @Nullable String text(Node node, Class<?> type) {
        if (!(node instanceof ScalarNode scalar)) {
            return null;
        }
        Tag tag = scalar.getTag();
        boolean fits;
        if (type == String.class) {
            fits = tag.equals(Tag.STR);
        } else if (type == int.class || type == long.class) {
            fits = tag.equals(Tag.INT);
        } else if (type == boolean.class) {
            fits = tag.equals(Tag.BOOL);
        } else {
            fits = tag.equals(Tag.STR) || isPlain(scalar);
        }
        return fits ? scalar.getValue() : null;
    }

    /** What to do about a number in quotes, or about text that YAML takes for something else without them. */
    static String quoting(Node node, Class<?> type) {
        if (type == String.class && node instanceof ScalarNode scalar && isPlain(scalar)) {
            return " (write it in quotes)";
        }
        boolean isInteger = type == int.class || type == long.class;
        return isInteger
                        && node instanceof ScalarNode scalar
                        && scalar.getValue().matches("-?[0-9]+")
                ? " (write it without quotes)"
                : "";
    }

    /** Whether the scalar is a number, {@code true} or {@code false}. */
    private static boolean isPlain(ScalarNode scalar) {
        Tag tag = scalar.getTag();
        return tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) || tag.equals(Tag.BOOL);
    }
}
