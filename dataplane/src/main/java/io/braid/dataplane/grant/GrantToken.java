package io.braid.dataplane.grant;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A compact token (RFC 7515) taken apart, of which nothing is verified yet. Looks at the header before any library does, and takes of it only what a grant has: no
 * other algorithm, no key that the token brings itself, no compression, no extension.
 *
 * @param text the token
 * @param keyId the header's {@code kid}; of any origin
 * @param claims the payload; of any origin
 */
record GrantToken(String text, String keyId, JsonNode claims) {
    /** Longer than a grant of sixteen addresses by far. */
    static final int MOST_CHARS = 8192;

    private static final int PARTS = 3;
    private static final int MOST_ID_CHARS = 128;
    /** Of an algorithm, the one that RFC 8037 gives to Ed25519. */
    private static final String ALGORITHM = "EdDSA";

    private static final Set<String> HEADER = Set.of("alg", "kid", "typ");

    /** Takes nothing twice, nothing deep, and no numbers that cost time. */
    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(8)
                            .maxNumberLength(32)
                            .maxNameLength(256)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * Takes a token apart.
     *
     * @throws GrantException if it is none, or one that is not taken whoever signed it
     */
    static GrantToken parse(String token) throws GrantException {
        if (token.length() > MOST_CHARS) {
            throw fault(GrantFault.TOO_LARGE, "it is longer than " + MOST_CHARS + " characters", null);
        }
        String[] parts = token.split("\\.", -1);
        if (parts.length != PARTS) {
            throw fault(
                    GrantFault.MALFORMED, "expected three parts with dots between them, found " + parts.length, null);
        }
        JsonNode header = json(decode(parts[0], "header", null), "header", null);
        String keyId = checkHeader(header);
        JsonNode claims = json(decode(parts[1], "payload", keyId), "payload", keyId);
        decode(parts[2], "signature", keyId);
        return new GrantToken(token, keyId, claims);
    }

    private static String checkHeader(JsonNode header) throws GrantException {
        String keyId = header.path("kid").textValue();
        String algorithm = header.path("alg").textValue();
        if (!ALGORITHM.equals(algorithm)) {
            throw fault(
                    GrantFault.ALGORITHM,
                    "expected algorithm " + ALGORITHM + ", found "
                            + (algorithm == null ? "none" : Clean.quote(algorithm)),
                    keyId);
        }
        Set<String> others = header.propertyStream()
                .map(property -> property.getKey())
                .filter(name -> !HEADER.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!others.isEmpty()) {
            throw fault(
                    GrantFault.HEADER,
                    "expected a header of alg, kid and typ, found also "
                            + others.stream().limit(5).map(Clean::quote).collect(Collectors.joining(", ")),
                    keyId);
        }
        JsonNode type = header.path("typ");
        if (!(type instanceof MissingNode) && !"JWT".equalsIgnoreCase(type.textValue())) {
            throw fault(GrantFault.HEADER, "expected typ JWT", keyId);
        }
        if (keyId == null || keyId.isEmpty() || keyId.length() > MOST_ID_CHARS) {
            throw fault(GrantFault.HEADER, "expected kid, the id of the key that signed it", keyId);
        }
        return keyId;
    }

    /** Only what base64url makes of some bytes: were several spellings taken for one, the text could not stand for the token. */
    private static byte[] decode(String part, String name, @Nullable String keyId) throws GrantException {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(part);
            if (bytes.length > 0
                    && part.equals(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes))) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw fault(GrantFault.MALFORMED, "its " + name + " is not base64url", keyId);
        }
        throw fault(GrantFault.MALFORMED, "its " + name + " is not base64url", keyId);
    }

    private static JsonNode json(byte[] bytes, String name, @Nullable String keyId) throws GrantException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            JsonNode tree = MAPPER.readTree(text);
            if (tree.isObject()) {
                return tree;
            }
        } catch (CharacterCodingException | JacksonException e) {
            throw fault(GrantFault.MALFORMED, "its " + name + " is not JSON", keyId);
        }
        throw fault(GrantFault.MALFORMED, "its " + name + " is not a JSON object", keyId);
    }

    private static GrantException fault(GrantFault fault, String message, @Nullable String keyId) {
        return new GrantException(fault, message, keyId, null);
    }
}
