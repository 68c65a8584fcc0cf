package io.braid.perf.lab;

import io.braid.dataplane.grant.Grant;
import io.braid.dataplane.grant.GrantIssuer;
import io.braid.dataplane.grant.KeyPairs;
import io.braid.dataplane.net.IpAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** A cluster's scheduler with a key of its own: it makes good grants, and signs anything else as a careless one would. */
public final class Scheduler {
    private final KeyPair keys = KeyPairs.generate();
    private final GrantIssuer issuer = new GrantIssuer(keys);

    /** Id of its key. */
    public String keyId() {
        return issuer.keyId();
    }

    /** A grant that ends so many seconds from now. */
    public String grant(String task, String host, List<String> ips, long seconds) {
        return grantUntil(task, host, ips, Instant.now().plusSeconds(seconds));
    }

    /** A grant that ends at a whole second. */
    public String grantUntil(String task, String host, List<String> ips, Instant end) {
        return issuer.issue(
                new Grant(task, host, ips.stream().map(IpAddress::parse).toList(), null, null, end, keyId(), "lab"),
                Instant.now());
    }

    /** The header of its grants. */
    public String header() {
        return "{\"alg\":\"EdDSA\",\"kid\":\"" + keyId() + "\",\"typ\":\"JWT\"}";
    }

    /** A token of these texts, signed whatever they are. */
    public String sign(String header, String claims) {
        String parts = base64(header) + "." + base64(claims);
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(keys.getPrivate());
            signature.update(parts.getBytes(StandardCharsets.US_ASCII));
            return parts + "." + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }

    /** Text in base64url. */
    public static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes in base64url without padding. */
    public static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The public key in PEM. */
    public String publicKey() {
        String der = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(keys.getPublic().getEncoded());
        return "-----BEGIN PUBLIC KEY-----\n" + der + "\n-----END PUBLIC KEY-----\n";
    }

    /** Has a file hold the public keys of these schedulers and no others; whoever reads it sees the old ones or the new. */
    public static void publish(Path file, List<Scheduler> all) {
        var text = new StringBuilder();
        all.forEach(one -> text.append(one.publicKey()));
        try {
            Path next = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
