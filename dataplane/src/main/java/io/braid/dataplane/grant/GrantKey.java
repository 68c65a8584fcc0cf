package io.braid.dataplane.grant;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A public key of the scheduler.
 *
 * @param id its JWK thumbprint (RFC 7638 with SHA-256, RFC 8037 section 2)
 * @param key the Ed25519 key
 */
record GrantKey(String id, PublicKey key) {
    /** SubjectPublicKeyInfo of Ed25519 up to the 32 bytes of the key itself: RFC 8410 section 4. */
    private static final byte[] DER_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int KEY_BYTES = 32;

    /** The key with its id. */
    static GrantKey of(PublicKey key) {
        byte[] x = raw(key.getEncoded()).orElseThrow(() -> new IllegalArgumentException("this is no Ed25519 key"));
        // RFC 7638 section 3: the required members in the order of their names, without white space.
        String jwk = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + base64(x) + "\"}";
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(jwk.getBytes(StandardCharsets.US_ASCII));
            return new GrantKey(base64(digest), key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The 32 bytes of the key; empty if the encoding is another key's. */
    static Optional<byte[]> raw(byte[] der) {
        boolean ed25519 = der.length == DER_HEAD.length + KEY_BYTES
                && Arrays.equals(der, 0, DER_HEAD.length, DER_HEAD, 0, DER_HEAD.length);
        return ed25519 ? Optional.of(Arrays.copyOfRange(der, DER_HEAD.length, der.length)) : Optional.empty();
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
