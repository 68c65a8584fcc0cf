package io.braid.dataplane.grant;

import com.fasterxml.jackson.databind.JsonNode;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.MalformedValueException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a token says: the claims of RFC 7519, of which {@code sub} is the task and {@code aud} the host, and {@code ips} and {@code job}. Others are ignored.
 *
 * <p>By hand rather than by the library's getters, which convert where this must not guess.
 */
final class GrantClaims {
    static final String IPS = "ips";
    static final String JOB = "job";

    private static final int MOST_IPS = 64;
    /** The end of the year 9999: what {@link Instant} prints with four digits. */
    private static final long LAST_SECOND = 253_402_300_799L;

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.-]{1,64}");
    /** An id or a label: what can stand in a line of a log. */
    private static final Pattern LABEL = Pattern.compile("[\\x21-\\x7e]{1,128}");

    private final GrantToken token;
    private final JsonNode claims;

    private GrantClaims(GrantToken token) {
        this.token = token;
        this.claims = token.claims();
    }

    /**
     * What the token says, whether or not it is true.
     *
     * @throws GrantException if it is not what a grant says
     */
    static Grant read(GrantToken token) throws GrantException {
        var claims = new GrantClaims(token);
        Instant expires = claims.time("exp");
        if (expires == null) {
            throw claims.malformed("exp: expected the time when it ends, found none");
        }
        Instant notBefore = claims.time("nbf");
        Instant issuedAt = claims.time("iat");
        if (notBefore != null && !notBefore.isBefore(expires)) {
            throw claims.malformed("it ends at " + expires + ", before it begins at " + notBefore);
        }
        // A time of issue in the future is one that it cannot be used before, either.
        Instant begins = notBefore == null || (issuedAt != null && issuedAt.isAfter(notBefore)) ? issuedAt : notBefore;
        return new Grant(
                claims.required("sub", AttachRequest.TASK_PATTERN, "a task's name"),
                claims.host(),
                claims.ips(),
                claims.text(JOB, claims.claims.path(JOB), LABEL, "a label"),
                begins,
                expires,
                token.keyId(),
                claims.text("jti", claims.claims.path("jti"), LABEL, "an id"));
    }

    /** RFC 7519 section 4.1.3: a text, or a list of them. One, since what is granted to one host is not another's. */
    private String host() throws GrantException {
        JsonNode audience = claims.path("aud");
        JsonNode only = audience.isArray() && audience.size() == 1 ? audience.get(0) : audience;
        String host = text("aud", only, HOST, "one host's name");
        if (host == null) {
            throw malformed("aud: expected one host's name, found none");
        }
        return host;
    }

    private List<IpAddress> ips() throws GrantException {
        JsonNode array = claims.path(IPS);
        if (!array.isArray() || array.isEmpty() || array.size() > MOST_IPS) {
            throw malformed(IPS + ": expected a list of 1 to " + MOST_IPS + " addresses");
        }
        var ips = new ArrayList<IpAddress>(array.size());
        for (JsonNode element : array) {
            if (!element.isTextual()) {
                throw malformed(IPS + ": expected addresses as texts");
            }
            try {
                ips.add(IpAddress.parse(element.textValue()));
            } catch (MalformedValueException e) {
                throw malformed(IPS + ": " + Clean.quote(element.textValue()) + " is no IP address");
            }
        }
        return ips;
    }

    /** RFC 7519 section 2, NumericDate; in whole seconds. */
    private @Nullable Instant time(String name) throws GrantException {
        JsonNode value = claims.path(name);
        if (value.isMissingNode()) {
            return null;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 0
                || value.longValue() > LAST_SECOND) {
            throw malformed(name + ": expected a number of seconds since 1970");
        }
        return Instant.ofEpochSecond(value.longValue());
    }

    private String required(String name, Pattern syntax, String what) throws GrantException {
        String text = text(name, claims.path(name), syntax, what);
        if (text == null) {
            throw malformed(name + ": expected " + what + ", found none");
        }
        return text;
    }

    private @Nullable String text(String name, JsonNode value, Pattern syntax, String what) throws GrantException {
        if (value.isMissingNode()) {
            return null;
        }
        String text = value.textValue();
        if (text == null) {
            throw malformed(name + ": expected " + what);
        }
        if (!syntax.matcher(text).matches()) {
            throw malformed(name + ": expected " + what + ", found " + Clean.quote(text));
        }
        return text;
    }

    private GrantException malformed(String message) {
        return new GrantException(GrantFault.MALFORMED, message, token.keyId(), null);
    }
}
