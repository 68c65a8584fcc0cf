package io.braid.dataplane.task;

import io.braid.dataplane.grant.Scheduler;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens that are all wrong for task {@code train-1} on host {@code gpu-17} with 10.100.0.7 and 2001:db8:100::7, by what is wrong with them. Each is but a small step
 * away from a good one.
 */
final class HostileTokens {
    private final Scheduler scheduler;
    private final Scheduler stranger = new Scheduler();
    private final Instant now;
    private final Map<String, String> tokens = new LinkedHashMap<>();

    private HostileTokens(Scheduler scheduler, Instant now) {
        this.scheduler = scheduler;
        this.now = now;
    }

    static Map<String, String> of(Scheduler scheduler, Instant now) throws Exception {
        var made = new HostileTokens(scheduler, now);
        made.forged();
        made.algorithms();
        made.headers();
        made.times();
        made.others();
        made.shapes();
        return made.tokens;
    }

    /** Good claims, in which something can be replaced. */
    static String claims(Instant now) {
        return "{\"sub\":\"train-1\",\"aud\":\"gpu-17\",\"ips\":[\"10.100.0.7\",\"2001:db8:100::7\"],\"nbf\":"
                + now.getEpochSecond() + ",\"exp\":" + now.plusSeconds(3600).getEpochSecond() + ",\"jti\":\"g1\"}";
    }

    private void add(String name, String token) {
        if (tokens.put(name, token) != null) {
            throw new IllegalStateException(name + " is there twice");
        }
    }

    private void signed(String name, String from, String to) {
        String good = claims(now);
        String bad = good.replace(from, to);
        if (bad.equals(good)) {
            throw new IllegalStateException(name + " changes nothing");
        }
        add(name, scheduler.sign(bad));
    }

    private void header(String name, String from, String to) {
        String bad = scheduler.header().replace(from, to);
        if (bad.equals(scheduler.header())) {
            throw new IllegalStateException(name + " changes nothing");
        }
        add(name, scheduler.sign(bad, claims(now)));
    }

    private void forged() {
        String good = scheduler.sign(claims(now));
        String[] parts = good.split("\\.", -1);
        byte[] signature = Base64.getUrlDecoder().decode(parts[2]);
        add("signed by a stranger who names our key", stranger.sign(scheduler.header(), claims(now)));
        add("signed by a stranger", stranger.sign(claims(now)));
        add("a signature of zeros", with(parts, new byte[64]));
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) 0xff);
        add("a signature of ones", with(parts, ones));
        add("a signature cut short", with(parts, Arrays.copyOf(signature, 63)));
        add("a signature and more", with(parts, Arrays.copyOf(signature, 65)));
        add("no signature", parts[0] + "." + parts[1] + ".");
        add("the other root: S and the group's order", with(parts, malleable(signature)));
        add("the identity as R", with(parts, identity(signature)));
        for (int byteAt : new int[] {0, 31, 32, 63}) {
            byte[] flipped = signature.clone();
            flipped[byteAt] ^= 1;
            add("a bit of byte " + byteAt + " of the signature", with(parts, flipped));
        }
        String other = scheduler.sign(claims(now).replace("10.100.0.7", "10.100.0.8"));
        add("the signature of another grant", parts[0] + "." + parts[1] + "." + other.split("\\.", -1)[2]);
        add("the claims of another grant", parts[0] + "." + other.split("\\.", -1)[1] + "." + parts[2]);
        add(
                "claims changed",
                parts[0] + "." + Scheduler.base64(claims(now).replace("gpu-17", "gpu-1")) + "." + parts[2]);
        add("a header changed", Scheduler.base64(scheduler.header() + " ") + "." + parts[1] + "." + parts[2]);
        char last = good.charAt(good.length() - 1);
        add(
                "another spelling of the signature",
                good.substring(0, good.length() - 1) + (last == 'A' ? 'B' : twin(last)));
        add("padding", good + "==");
        add("the parts swapped", parts[1] + "." + parts[0] + "." + parts[2]);
    }

    private static char twin(char last) {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        return alphabet.charAt(alphabet.indexOf(last) ^ 1);
    }

    private static String with(String[] parts, byte[] signature) {
        return parts[0] + "." + parts[1] + "."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    }

    /** RFC 8032 section 8.4: S + L verifies where S is not compared with L. */
    private static byte[] malleable(byte[] signature) {
        byte[] s = reversed(Arrays.copyOfRange(signature, 32, 64));
        BigInteger order = BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
        byte[] sum = new BigInteger(1, s).add(order).toByteArray();
        byte[] padded = new byte[32];
        int length = Math.min(sum.length, 32);
        System.arraycopy(sum, sum.length - length, padded, 32 - length, length);
        byte[] forged = signature.clone();
        System.arraycopy(reversed(padded), 0, forged, 32, 32);
        return forged;
    }

    private static byte[] identity(byte[] signature) {
        byte[] forged = signature.clone();
        Arrays.fill(forged, 0, 64, (byte) 0);
        forged[0] = 1;
        return forged;
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    private void algorithms() throws Exception {
        for (String algorithm : new String[] {
            "none", "None", "NONE", "nOnE", "ES256", "RS256", "PS512", "Ed25519", "EDDSA", "eddsa", "", "EdDSA "
        }) {
            header("algorithm '" + algorithm + "', well signed", "\"EdDSA\"", "\"" + algorithm + "\"");
        }
        String none =
                Scheduler.base64(scheduler.header().replace("EdDSA", "none")) + "." + Scheduler.base64(claims(now));
        add("unsigned", none + ".");
        add("unsigned without the last dot", none);
        for (String hash : new String[] {"256", "512"}) {
            String hs = Scheduler.base64(scheduler.header().replace("EdDSA", "HS" + hash)) + "."
                    + Scheduler.base64(claims(now));
            byte[] pem = scheduler.publicKey().getBytes(StandardCharsets.US_ASCII);
            add("HS" + hash + " with the public key's file as secret", hs + "." + hmac(hash, pem, hs));
            byte[] der = Base64.getMimeDecoder().decode(scheduler.publicKey().replaceAll("-----[^-]+-----", ""));
            add("HS" + hash + " with the public key as secret", hs + "." + hmac(hash, der, hs));
            byte[] raw = Arrays.copyOfRange(der, 12, 44);
            add("HS" + hash + " with the raw public key as secret", hs + "." + hmac(hash, raw, hs));
        }
        header("no algorithm", "\"alg\":\"EdDSA\",", "");
        header("algorithm null", "\"EdDSA\"", "null");
        header("a number for an algorithm", "\"EdDSA\"", "1");
        header("two algorithms in a list", "\"EdDSA\"", "[\"EdDSA\",\"none\"]");
        header("two algorithms", "{", "{\"alg\":\"none\",");
    }

    private static String hmac(String hash, byte[] secret, String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA" + hash);
        mac.init(new SecretKeySpec(secret, "HmacSHA" + hash));
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private void headers() {
        for (String extra : new String[] {
            "\"crit\":[\"exp\"]",
            "\"crit\":[]",
            "\"crit\":[\"b64\"],\"b64\":false",
            "\"b64\":false",
            "\"zip\":\"DEF\"",
            "\"zip\":\"GZIP\"",
            "\"jku\":\"https://example.net/keys\"",
            "\"jwk\":{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}",
            "\"x5u\":\"file:///etc/braid/scheduler.pub\"",
            "\"x5c\":[\"MIIB\"]",
            "\"x5t\":\"AAAA\"",
            "\"cty\":\"JWT\"",
            "\"enc\":\"A256GCM\"",
            "\"kid\":\"another\"",
            "\"unknown\":1"
        }) {
            header("header with " + extra, "{", "{" + extra + ",");
        }
        String kid = "\"" + scheduler.keyId() + "\"";
        header("no key's id", "\"kid\":" + kid + ",", "");
        for (String other : new String[] {
            "\"\"",
            "\"../../etc/braid/scheduler.pub\"",
            "\"' OR 1=1 --\"",
            "7",
            "null",
            "[" + kid + "]",
            "\"x\\noutcome=granted\\n\"",
            "\"" + "k".repeat(2000) + "\""
        }) {
            header("key's id " + (other.length() > 99 ? "of 2000 characters" : other), kid, other);
        }
        header("another type", "\"JWT\"", "\"at+jwt\"");
        header("a number for a type", "\"JWT\"", "1");
        add("a header that is no JSON", scheduler.sign("EdDSA", claims(now)));
        add("a header that is a list", scheduler.sign("[" + scheduler.header() + "]", claims(now)));
        add("a header and more", scheduler.sign(scheduler.header() + "{}", claims(now)));
        add("a deep header", scheduler.sign("{\"x\":".repeat(900) + "1" + "}".repeat(900), claims(now)));
    }

    private void times() {
        String exp = "\"exp\":" + now.plusSeconds(3600).getEpochSecond();
        String nbf = "\"nbf\":" + now.getEpochSecond();
        String begun =
                claims(now).replace(nbf, "\"nbf\":" + now.minusSeconds(9000).getEpochSecond());
        add("expired now", scheduler.sign(begun.replace(exp, "\"exp\":" + now.getEpochSecond())));
        add(
                "expired a second ago",
                scheduler.sign(
                        begun.replace(exp, "\"exp\":" + now.minusSeconds(1).getEpochSecond())));
        add(
                "expired an hour ago",
                scheduler.sign(
                        begun.replace(exp, "\"exp\":" + now.minusSeconds(3600).getEpochSecond())));
        for (String end : new String[] {
            "\"never\"", "1e300", "-1", "null", "99999999999999999999", "253402300800", "1.5", "true", "[]"
        }) {
            signed("ends at " + end, exp, "\"exp\":" + end);
        }
        signed("without end", exp + ",", "");
        signed("begins in an hour", nbf, "\"nbf\":" + now.plusSeconds(3500).getEpochSecond());
        signed(
                "begins a second after the skew",
                nbf,
                "\"nbf\":" + now.plusSeconds(31).getEpochSecond());
        signed("begins after its end", nbf, "\"nbf\":" + now.plusSeconds(3601).getEpochSecond());
        signed("begins at a text", nbf, "\"nbf\":\"0\"");
        signed("issued in the future", "{", "{\"iat\":" + now.plusSeconds(600).getEpochSecond() + ",");
    }

    private void others() {
        for (String host : new String[] {
            "\"gpu-18\"",
            "\"GPU-17\"",
            "\"gpu-1\"",
            "\"gpu-17.example.net\"",
            "\"*\"",
            "\"\"",
            "17",
            "null",
            "[]",
            "[\"gpu-18\"]",
            "[\"gpu-17\",\"gpu-18\"]",
            "{\"gpu-17\":1}",
            "\"gpu-17\\u0000\""
        }) {
            signed("for host " + host, "\"gpu-17\"", host);
        }
        signed("for no host", "\"aud\":\"gpu-17\",", "");
        for (String task : new String[] {
            "\"train-2\"",
            "\"Train-1\"",
            "\"train-\"",
            "\"train-*\"",
            "\"*\"",
            "\"\"",
            "1",
            "null",
            "[\"train-1\"]",
            "\"train-1 \"",
            "\"train-1\\ntask=x\""
        }) {
            signed("for task " + task, "\"train-1\"", task);
        }
        signed("for no task", "\"sub\":\"train-1\",", "");
        signed("for two tasks", "{", "{\"sub\":\"train-2\",");
        String ips = "[\"10.100.0.7\",\"2001:db8:100::7\"]";
        for (String other : new String[] {
            "[\"10.100.0.8\",\"2001:db8:100::8\"]", "[\"10.100.0.7\"]", "[\"2001:db8:100::7\"]", "[]", "null",
            "\"10.100.0.7\"", "[\"10.100.0.0/16\",\"2001:db8:100::/48\"]", "[\"10.100.0.7\",7]", "[\"*\"]",
                    "{\"0\":\"10.100.0.7\"}",
            "[\"10.100.0.07\",\"2001:db8:100::7\"]", "[\"::ffff:10.100.0.7\",\"2001:db8:100::7\"]",
                    "[[\"10.100.0.7\",\"2001:db8:100::7\"]]"
        }) {
            signed("for addresses " + other, ips, other);
        }
        signed("for a thousand addresses", ips, "[\"10.100.0.7\"" + ",\"10.100.0.7\"".repeat(300) + "]");
        signed("for no addresses", "\"ips\":" + ips + ",", "");
        signed("an id that breaks a line", "\"g1\"", "\"g1\\noutcome=granted\"");
        signed("an id of a kilobyte", "\"g1\"", "\"" + "g".repeat(1000) + "\"");
    }

    private void shapes() {
        String good = scheduler.sign(claims(now));
        String[] parts = good.split("\\.", -1);
        add("nothing", "");
        add("a dot", ".");
        add("two dots", "..");
        add("a word", "grant");
        add("the claims alone", claims(now));
        add("two parts", parts[0] + "." + parts[1]);
        add("four parts", good + ".x");
        add("five parts, as if encrypted", good + ".x.y");
        add("a blank inside", good.replaceFirst("\\.", " ."));
        add("a line break inside", good.replaceFirst("\\.", ".\n"));
        add("ordinary base64", good.replace('-', '+').replace('_', '/') + "+");
        add("nine thousand characters", good + "A".repeat(9000));
        add(
                "JSON serialization",
                "{\"protected\":\"" + parts[0] + "\",\"payload\":\"" + parts[1] + "\",\"signature\":\"" + parts[2]
                        + "\"}");
        add("a bearer", "Bearer " + good);
        add("claims that are no JSON", scheduler.sign("sub=train-1"));
        add("claims that are a list", scheduler.sign("[" + claims(now) + "]"));
        add("no claims", scheduler.sign("{}"));
        add(
                "claims in UTF-16",
                scheduler.signParts(parts[0] + "."
                        + Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(claims(now).getBytes(StandardCharsets.UTF_16))));
        add(
                "deep claims",
                scheduler.sign("{\"x\":" + "[".repeat(500) + "]".repeat(500) + ","
                        + claims(now).substring(1)));
    }
}
