package io.braid.dataplane.control;

import static io.braid.dataplane.control.ControlException.badRequest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Turns the protocol's records into JSON and back.
 *
 * <p>Reading is bounded (depth, length of strings, names and numbers) and refuses duplicate keys and trailing text. Bytes are decoded
 * strictly as UTF-8 before they reach the parser, which by itself would also accept UTF-16 and some malformed sequences. Answers may
 * hold fields that this version does not know, so that an old client can talk to a new dataplane. Thread-safe.
 */
final class ControlJson {
    /** The deepest thing in the protocol is a status report, with 4 levels. */
    private static final int MAX_DEPTH = 16;

    private static final int MAX_STRING_CHARS = 64 * 1024;
    private static final int MAX_NAME_CHARS = 256;
    private static final int MAX_NUMBER_CHARS = 32;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_STRING_CHARS)
                            .maxNameLength(MAX_NAME_CHARS)
                            .maxNumberLength(MAX_NUMBER_CHARS)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
            .build();

    private ControlJson() {}

    /** An answer that lists tasks; an object rather than an array so that it can grow. */
    record TaskList(List<StatusReport.Task> tasks) {
        TaskList {
            tasks = List.copyOf(tasks);
        }
    }

    /** The body of a request as a tree. */
    static JsonNode parse(byte[] body) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw badRequest("the body is not valid UTF-8");
        }
        JsonNode tree;
        try {
            tree = MAPPER.readTree(text);
        } catch (JacksonException e) {
            var at = e.getLocation();
            String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw badRequest(
                    "the body is not JSON that braid accepts" + where + ": " + firstLine(e.getOriginalMessage()));
        }
        if (tree.isMissingNode()) {
            throw badRequest("the body is empty; expected a JSON object");
        }
        return tree;
    }

    /** Any of the protocol's records as UTF-8 JSON without line breaks. */
    static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getSimpleName() + " as JSON", e);
        }
    }

    /** The body of every answer that is not a success. */
    static byte[] writeError(String kind, String message) {
        return write(new ErrorAnswer(new ErrorBody(kind, message)));
    }

    /**
     * An answer of a server as a record.
     *
     * @throws JsonProcessingException when it is no such record
     */
    static <T> T read(byte[] body, Class<T> type) throws JsonProcessingException {
        T value = MAPPER.readValue(new String(body, StandardCharsets.UTF_8), type);
        if (value == null) {
            throw MismatchedInputException.from(null, type, "null");
        }
        return value;
    }

    /**
     * An answer of a server, indented for people, every field kept.
     *
     * @throws JsonProcessingException when it is not JSON
     */
    static String indent(byte[] body) throws JsonProcessingException {
        return MAPPER.readTree(new String(body, StandardCharsets.UTF_8)).toPrettyString();
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return Quote.clean(end < 0 ? text : text.substring(0, end), 200);
    }

    record ErrorBody(String kind, String message) {
        ErrorBody {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(message, "message");
        }
    }

    record ErrorAnswer(ErrorBody error) {
        ErrorAnswer {
            Objects.requireNonNull(error, "error");
        }
    }
}
