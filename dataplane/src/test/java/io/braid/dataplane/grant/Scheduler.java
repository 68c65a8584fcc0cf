package io.braid.dataplane.grant;

import io.braid.dataplane.pem.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.util.Base64;

/** Signs anything, as a scheduler would that is careless or hostile. Without the library that Braid reads with. */
public final class Scheduler {
    private final KeyPair keys;

    /** A scheduler with a key of its own. */
    public Scheduler() {
        this(KeyPairs.generate());
    }

    Scheduler(KeyPair keys) {
        this.keys = keys;
    }

    /** Id of its key. */
    public String keyId() {
        return KeyPairs.id(keys);
    }

    /** The header of its grants. */
    public String header() {
        return "{\"alg\":\"EdDSA\",\"kid\":\"" + keyId() + "\",\"typ\":\"JWT\"}";
    }

    KeyPair keys() {
        return keys;
    }

    /** Its public key in PEM. */
    public String publicKey() {
        return new Pem.Block(Pem.PUBLIC_KEY, keys.getPublic().getEncoded()).text();
    }

    /** Writes its public key. */
    public Path publishTo(Path file) throws IOException {
        return Files.writeString(file, publicKey());
    }

    /** A grant with these claims. */
    public String sign(String claims) {
        return sign(header(), claims);
    }

    /** A token of these texts, signed whatever they are. */
    public String sign(String header, String claims) {
        return signParts(base64(header) + "." + base64(claims));
    }

    /** A token whose first two parts are those. */
    public String signParts(String parts) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(keys.getPrivate());
            signature.update(parts.getBytes(StandardCharsets.US_ASCII));
            return parts + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Text in base64url. */
    public static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
