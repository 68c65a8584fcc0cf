package io.braid.dataplane.config;

import io.braid.dataplane.net.MalformedValueException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Turns the bytes of a file into one tree of YAML nodes, or into the error that prevents it.
 *
 * <p>A file from anywhere costs bounded time and memory: its size is limited, nesting is limited before anything
 * recurses over it, and aliases, which let a small file stand for a huge or endless tree, are refused.
 */
final class YamlReader {
    /** The most bytes of a file. */
    static final int MAX_BYTES = 1 << 20;
    /** Twice what the deepest option needs. */
    static final int MAX_DEPTH = 16;

    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final Problems problems;
    private final LoadSettings settings = LoadSettings.builder()
            .setAllowDuplicateKeys(true) // reported by the binder, with both places
            .setAllowNonScalarKeys(true) // likewise
            .setCodePointLimit(MAX_BYTES)
            .setUseMarks(true)
            .build();

    /** Where the last complete piece of syntax ended, for errors that come without a place. */
    private Position reached = Position.FILE;

    YamlReader(Problems problems) {
        this.problems = problems;
    }

    /** The file's only document, or null after reporting why there is none. */
    @Nullable
    Node read(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            problems.add(Position.FILE, "", "expected at most 1 MiB, found more");
            return null;
        }
        String text = decode(bytes);
        if (text == null || !isPrintable(text)) {
            return null;
        }
        try {
            if (!isHarmless(text)) {
                return null;
            }
            Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty()) {
                problems.add(Position.FILE, "", "expected options, found an empty file");
            }
            return root.orElse(null);
        } catch (MarkedYamlEngineException e) {
            Position position = e.getProblemMark().map(Position::of).orElse(Position.FILE);
            String context = e.getContext() == null ? "" : e.getContext() + ", ";
            refuse(position, context + e.getProblem());
        } catch (YamlVersionException e) {
            problems.add(
                    Position.FILE,
                    "",
                    "expected YAML 1.2, found version " + e.getSpecVersion().getMajor() + "."
                            + e.getSpecVersion().getMinor());
        } catch (YamlEngineException e) {
            refuse(reached, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            // The engine lets these through for broken escapes such as "\\u" without digits and "\\UFFFFFFFF".
            refuse(reached, "a malformed escape sequence behind this place");
        }
        return null;
    }

    private void refuse(Position position, String error) {
        problems.add(position, "", "expected valid YAML, found an error: " + MalformedValueException.printable(error));
    }

    private @Nullable String decode(byte[] bytes) {
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length); // UTF-8 never has fewer bytes than chars
        CoderResult result = decoder.decode(in, out, true);
        String text = out.flip().toString();
        if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            text = text.substring(1);
        }
        if (result.isError()) {
            problems.add(
                    Position.after(text),
                    "",
                    "expected UTF-8, found byte 0x%02x".formatted(in.get(in.position()) & 0xff));
            return null;
        }
        return text;
    }

    /** Whether all characters may stand in YAML; the parser would report others without a line. */
    private boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!StreamReader.isPrintable(c)) {
                problems.add(
                        Position.after(text.substring(0, i)),
                        "",
                        "expected text, found the character U+%04X".formatted(c));
                return false;
            }
            i += Character.charCount(c);
        }
        return true;
    }

    /** Goes over the parser's events, which are made one by one without recursion, before a tree is built from them. */
    private boolean isHarmless(String text) {
        int depth = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            switch (event.getEventId()) {
                case MappingStart, SequenceStart -> {
                    if (++depth > MAX_DEPTH) {
                        problems.add(
                                Position.of(event), "", "expected at most " + MAX_DEPTH + " nested levels, found more");
                        return false;
                    }
                }
                case MappingEnd, SequenceEnd -> depth--;
                case Alias -> {
                    problems.add(
                            Position.of(event),
                            "",
                            "expected a value, found an alias (aliases are not supported; write the value)");
                    return false;
                }
                default -> {
                    // scalars, comments and the bounds of stream and document do not nest
                }
            }
            reached = event.getEndMark().map(Position::of).orElse(reached);
        }
        return true;
    }
}
