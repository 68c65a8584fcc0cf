package io.braid.perf.tasks;

import io.braid.perf.lab.Family;
import io.braid.perf.lab.Scheduler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Attaches with tokens that are a small step away from a good grant. */
final class TokenAttempts {
    static final String TASK = "mallory";
    private static final int NUMBER = 77;

    private final Scene scene;
    private final Path socket;
    private final Scheduler stranger = new Scheduler();
    private final List<String> ips;
    private final Instant now = Instant.now();
    private final AttemptList list;

    private TokenAttempts(Scene scene, AttemptList list) {
        this.scene = scene;
        this.socket = scene.braid().socket();
        this.ips = scene.ips(NUMBER);
        this.list = list;
    }

    static void add(Scene scene, AttemptList list) {
        var attempts = new TokenAttempts(scene, list);
        attempts.signatures();
        attempts.headers();
        attempts.times();
        attempts.claimed();
        attempts.shapes();
    }

    /** An attach in JSON. */
    static String attach(String task, List<String> ips, String more) {
        return "{\"task\":\"" + task + "\",\"ips\":[\"" + String.join("\",\"", ips) + "\"],\"kind\":\"vhost-user\""
                + more + "}";
    }

    private void token(String name, String token) {
        String body = attach(TASK, ips, ",\"grant\":\"" + token.replace("\"", "\\\"") + "\"");
        list.request("grant: " + name, socket, RawHttp.post("/v1/tasks", body));
    }

    private String claims() {
        return "{\"sub\":\"" + TASK + "\",\"aud\":\"" + scene.host() + "\",\"ips\":[\"" + String.join("\",\"", ips)
                + "\"],\"nbf\":" + (now.getEpochSecond() - 60) + ",\"exp\":" + (now.getEpochSecond() + 3600) + "}";
    }

    private void signed(String name, String part, String other) {
        String claims = claims();
        if (!claims.contains(part)) {
            throw new IllegalArgumentException(part + " is not in " + claims);
        }
        token(name, scene.scheduler().sign(scene.scheduler().header(), claims.replace(part, other)));
    }

    private void header(String name, String part, String other) {
        token(name, scene.scheduler().sign(scene.scheduler().header().replace(part, other), claims()));
    }

    private void signatures() {
        list.request("no grant", socket, RawHttp.post("/v1/tasks", attach(TASK, ips, "")));
        String good = scene.scheduler().sign(scene.scheduler().header(), claims());
        String[] parts = good.split("\\.", -1);
        char first = parts[2].charAt(0);
        token(
                "forged: a bit of the signature changed",
                parts[0] + "." + parts[1] + "." + (first == 'A' ? 'B' : 'A') + parts[2].substring(1));
        token("forged: no signature", parts[0] + "." + parts[1] + ".");
        token(
                "forged: signed by another key under the scheduler's id",
                stranger.sign(scene.scheduler().header(), claims()));
        token(
                "forged: addresses changed after it was signed",
                parts[0] + "."
                        + Scheduler.base64(
                                claims().replace(ips.getFirst(), scene.ips(1).getFirst())) + "." + parts[2]);
        token(
                "forged: the signature of another grant",
                parts[0] + "." + parts[1] + "." + scene.grant(1).split("\\.", -1)[2]);
        token("of a key that this host does not know", stranger.sign(stranger.header(), claims()));
    }

    private void headers() {
        token(
                "algorithm none, unsigned",
                Scheduler.base64(scene.scheduler().header().replace("EdDSA", "none")) + "." + Scheduler.base64(claims())
                        + ".");
        for (String other : List.of("none", "None", "ES256", "RS256", "PS512", "eddsa", "Ed25519", "")) {
            header("algorithm '" + other + "', well signed", "EdDSA", other);
        }
        String hs = Scheduler.base64(scene.scheduler().header().replace("EdDSA", "HS256")) + "."
                + Scheduler.base64(claims());
        token("algorithm HS256 with the public key as its secret", hs + "." + hmac(hs));
        header("no algorithm", "\"alg\":\"EdDSA\",", "");
        header("a critical extension", "{", "{\"crit\":[\"exp\"],");
        header("compressed", "{", "{\"zip\":\"DEF\",");
        header("with its own key", "{", "{\"jwk\":{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"11qY\"},");
        header("with the address of its key", "{", "{\"jku\":\"https://example.net/keys\",");
        header("a path for a key's id", scene.scheduler().keyId(), "../../etc/braid/scheduler.pub");
        header("no key's id", "\"kid\":\"" + scene.scheduler().keyId() + "\",", "");
    }

    private String hmac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(
                    new SecretKeySpec(scene.scheduler().publicKey().getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            return Scheduler.base64(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private void times() {
        String end = "\"exp\":" + (now.getEpochSecond() + 3600);
        String begin = "\"nbf\":" + (now.getEpochSecond() - 60);
        signed("expired an hour ago", end, "\"exp\":" + (now.getEpochSecond() - 3600));
        signed("expired a second ago", end, "\"exp\":" + (now.getEpochSecond() - 1));
        signed("without end", "," + end, "");
        signed("that ends at a text", end, "\"exp\":\"never\"");
        signed("not yet valid, by an hour", begin, "\"nbf\":" + (now.getEpochSecond() + 3000));
        signed("not yet valid, by five minutes", begin, "\"nbf\":" + (now.getEpochSecond() + 300));
    }

    private void claimed() {
        String host = "\"" + scene.host() + "\"";
        String task = "\"" + TASK + "\"";
        String both = "[\"" + String.join("\",\"", ips) + "\"]";
        for (String other : List.of("\"host2\"", "\"*\"", "[" + host + ",\"host2\"]")) {
            signed("for host " + other.replace(scene.host(), "this"), host, other);
        }
        for (String other : List.of("\"task1\"", "\"mal*\"", "\"Mallory\"")) {
            signed("for task " + other, task, other);
        }
        signed("for task task1 and then for this one", "{", "{\"sub\":\"task1\",");
        signed("for the IPv4 address alone", both, "[\"" + ips.getFirst() + "\"]");
        signed("for the IPv6 address alone", both, "[\"" + ips.getLast() + "\"]");
        signed("for the addresses of task1", both, "[\"" + String.join("\",\"", scene.ips(1)) + "\"]");
        signed("for a prefix", both, "[\"" + scene.plan().taskPrefix(Family.V4) + "\"]");
        signed("for no address", both, "[]");
    }

    private void shapes() {
        String good = scene.scheduler().sign(scene.scheduler().header(), claims());
        token("of nine thousand characters", good + "A".repeat(9000));
        token("of two parts", good.substring(0, good.lastIndexOf('.')));
        token("of four parts", good + ".x");
        token("that is a word", "please");
        token("that is empty", "");
    }
}
