package io.braid.dataplane.support;

import java.util.regex.Pattern;

/** Takes out of a text what looks like a secret. Nothing that is gathered should hold one; this is for the day on which something does. */
final class Secrets {
    /** A compact token (RFC 7515): base64url of an opening brace and a quotation mark, and what follows. */
    private static final Pattern TOKEN = Pattern.compile("eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){0,4}");

    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)");
    private static final Pattern NAMED =
            Pattern.compile("(?i)((?:password|passwd|secret|token|api-?key)\"?\\s*[=:]\\s*)(\"[^\"]*\"|[^\\s,}]+)");

    private Secrets() {}

    static String without(String text) {
        String noKeys = PRIVATE_KEY.matcher(text).replaceAll("(private key taken out)");
        String noTokens = TOKEN.matcher(noKeys).replaceAll("(token taken out)");
        return NAMED.matcher(noTokens).replaceAll("$1(taken out)");
    }
}
