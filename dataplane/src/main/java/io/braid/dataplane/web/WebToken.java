package io.braid.dataplane.web;

import io.braid.dataplane.config.WebConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a client has to know, if anything: as a bearer token (RFC 6750), as programs send it, or as the password of any user (RFC 7617), which browsers ask people for. Any thread.
 */
final class WebToken {
    private static final String OPTION = "web.token-file";
    private static final int LEAST = 16;
    private static final int MOST = 1024;
    private static final String EXPECTED = "one line of " + LEAST + " to " + MOST + " letters, digits and signs";
    private static final String BEARER = "bearer ";
    private static final String BASIC = "basic ";

    private final byte @Nullable [] token;

    private WebToken(byte @Nullable [] token) {
        this.token = token;
    }

    /**
     * The configured one, if there is any.
     *
     * @throws WebFileException if the file has none
     */
    static WebToken of(WebConfig config) {
        return new WebToken(config.tokenFile().map(WebToken::read).orElse(null));
    }

    private static byte[] read(Path file) {
        String text = WebFile.readSecret(OPTION, file, EXPECTED).strip();
        if (text.length() < LEAST || text.length() > MOST) {
            throw new WebFileException(OPTION, file, EXPECTED, "a text of " + text.length());
        }
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new WebFileException(OPTION, file, EXPECTED, "white space or other characters in it");
        }
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Whether a client may read what is served.
     *
     * @param authorization the header of that name, null without one
     */
    boolean admits(@Nullable String authorization) {
        byte[] wanted = token;
        if (wanted == null) {
            return true;
        }
        String said = said(authorization);
        // Takes as long for each token of a length, whatever is right in it.
        return said != null && MessageDigest.isEqual(wanted, said.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static @Nullable String said(@Nullable String authorization) {
        if (authorization == null) {
            return null;
        }
        String lower = authorization.toLowerCase(Locale.ROOT);
        if (lower.startsWith(BEARER)) {
            return authorization.substring(BEARER.length()).strip();
        }
        if (!lower.startsWith(BASIC)) {
            return null;
        }
        try {
            byte[] pair = Base64.getDecoder()
                    .decode(authorization.substring(BASIC.length()).strip());
            String text = new String(pair, StandardCharsets.ISO_8859_1);
            int colon = text.indexOf(':');
            return colon < 0 ? null : text.substring(colon + 1);
        } catch (IllegalArgumentException noBase64) {
            return null;
        }
    }
}
