package io.braid.dataplane.grant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.net.IpAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrantVerifierTest {
    private static final Instant BEGIN = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant END = Instant.parse("2026-11-30T13:00:00Z");
    private static final String CLAIMS = """
            {"sub":"train-1","aud":"gpu-17","ips":["10.100.0.7","2001:DB8:100:0::7"],"job":"job-9","nbf":%d,"exp":%d,"jti":"g1","x":{"y":1}}""".formatted(BEGIN.getEpochSecond(), END.getEpochSecond());

    private final Scheduler scheduler = new Scheduler();
    private Instant now = BEGIN;

    @TempDir
    private Path directory;

    private Path keyFile;
    private GrantVerifier verifier;

    @BeforeEach
    void publish() throws IOException {
        keyFile = scheduler.publishTo(directory.resolve("scheduler.pub"));
        verifier = new GrantVerifier(List.of(keyFile), Duration.ofSeconds(30), () -> now);
    }

    private GrantException refused(GrantFault fault, String token) {
        GrantException e = assertThrows(GrantException.class, () -> verifier.verify(token));
        assertEquals(fault, e.fault(), e.explanation());
        return e;
    }

    @Test
    void readsWhatTheSchedulerSays() throws Exception {
        Grant grant = verifier.verify(scheduler.sign(CLAIMS));
        assertEquals(
                new Grant(
                        "train-1",
                        "gpu-17",
                        List.of(IpAddress.parse("10.100.0.7"), IpAddress.parse("2001:db8:100::7")),
                        "job-9",
                        BEGIN,
                        END,
                        scheduler.keyId(),
                        "g1"),
                grant);
        Grant least = verifier.verify(scheduler.sign(
                "{\"sub\":\"t\",\"aud\":[\"h\"],\"ips\":[\"10.0.0.1\"],\"exp\":" + END.getEpochSecond() + "}"));
        assertNull(least.id());
        assertNull(least.job());
        assertNull(least.notBefore());
    }

    @Test
    void whatTheIssuerMakesIsGood() throws Exception {
        var grant = new Grant(
                "t", "h", List.of(IpAddress.parse("2001:db8:100::7")), null, BEGIN, END, scheduler.keyId(), "id");
        assertEquals(grant, verifier.verify(new GrantIssuer(scheduler.keys()).issue(grant, BEGIN)));
    }

    @Test
    void theBeginMayBeSoMuchLaterAndTheEndIsTheEnd() throws Exception {
        String token = scheduler.sign(CLAIMS);
        now = BEGIN.minusSeconds(30);
        verifier.verify(token);
        now = BEGIN.minusSeconds(30).minusNanos(1);
        GrantException early = refused(GrantFault.NOT_YET_VALID, token);
        assertTrue(early.explanation().contains("the clocks may differ by 30.0 s"), early.explanation());
        assertEquals("g1", early.id());
        now = END.minusNanos(1);
        verifier.verify(token);
        now = END;
        refused(GrantFault.EXPIRED, token);
        now = END.plusSeconds(29);
        refused(GrantFault.EXPIRED, token);
        now = END.plusSeconds(3600);
        GrantException late = refused(GrantFault.EXPIRED, token);
        assertEquals("it expired at 2026-11-30T13:00:00Z, and here it is 2026-11-30T14:00:00Z", late.explanation());
    }

    @Test
    void aTimeOfIssueBindsLikeABegin() {
        String claims =
                CLAIMS.replace("\"nbf\":", "\"iat\":" + END.minusSeconds(60).getEpochSecond() + ",\"nbf\":");
        refused(GrantFault.NOT_YET_VALID, scheduler.sign(claims));
    }

    @Test
    void aSkewOfLessThanASecondIsOne() throws Exception {
        verifier = new GrantVerifier(List.of(keyFile), Duration.ofMillis(500), () -> now);
        now = BEGIN.minusMillis(500);
        verifier.verify(scheduler.sign(CLAIMS));
        now = BEGIN.minusMillis(501);
        refused(GrantFault.NOT_YET_VALID, scheduler.sign(CLAIMS));
    }

    @Test
    void keysChangeWithoutARestart() throws Exception {
        var next = new Scheduler();
        GrantException unknown = refused(GrantFault.UNKNOWN_KEY, next.sign(CLAIMS));
        assertEquals(
                "it is signed by key '" + next.keyId() + "', which this host does not know; known are: "
                        + scheduler.keyId(),
                unknown.explanation());
        Files.writeString(keyFile, scheduler.publicKey() + next.publicKey());
        verifier.verify(next.sign(CLAIMS));
        verifier.verify(scheduler.sign(CLAIMS));
        // Of the same size and, as likely as not, of the same millisecond.
        for (int i = 0; i < 20; i++) {
            Scheduler one = i % 2 == 0 ? next : scheduler;
            Scheduler other = i % 2 == 0 ? scheduler : next;
            Files.move(
                    one.publishTo(directory.resolve("new")),
                    keyFile,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            verifier.verify(one.sign(CLAIMS));
            refused(GrantFault.UNKNOWN_KEY, other.sign(CLAIMS));
        }
        Files.delete(keyFile);
        GrantException none = refused(GrantFault.UNKNOWN_KEY, scheduler.sign(CLAIMS));
        assertTrue(none.explanation().contains("none is known; " + keyFile + ": expected"), none.explanation());
    }

    @Test
    void everyChangedCharacterIsNoticed() {
        String token = scheduler.sign(CLAIMS);
        var random = new Random(7);
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        for (int i = 0; i < token.length(); i++) {
            char other = alphabet.charAt(random.nextInt(alphabet.length()));
            if (other == token.charAt(i)) {
                continue;
            }
            String changed = token.substring(0, i) + other + token.substring(i + 1);
            assertThrows(GrantException.class, () -> verifier.verify(changed), changed);
        }
        // The last character holds two bits of the signature and four of nothing.
        char last = token.charAt(token.length() - 1);
        String twin = token.substring(0, token.length() - 1) + alphabet.charAt(alphabet.indexOf(last) ^ 1);
        assertTrue(refused(GrantFault.MALFORMED, twin).explanation().contains("signature"));
    }

    @Test
    void aGrantIsForOneTaskOnOneHost() throws Exception {
        Grant grant = verifier.verify(scheduler.sign(CLAIMS));
        var v6 = List.of(IpAddress.parse("2001:db8:100::7"));
        grant.require("train-1", "gpu-17", v6);
        assertFault(GrantFault.WRONG_HOST, () -> grant.require("train-1", "gpu-18", v6));
        assertFault(GrantFault.WRONG_TASK, () -> grant.require("train-2", "gpu-17", v6));
        assertFault(
                GrantFault.WRONG_ADDRESS,
                () -> grant.require("train-1", "gpu-17", List.of(IpAddress.parse("10.100.0.8"))));
    }

    private static void assertFault(GrantFault fault, org.junit.jupiter.api.function.Executable use) {
        assertEquals(fault, assertThrows(GrantException.class, use).fault());
    }

    /** Made by OpenSSL 3.0: genpkey -algorithm ed25519, pkey -pubout, pkeyutl -sign -rawin. */
    @Test
    void aGrantOfAnotherImplementationIsGood() throws Exception {
        Path open = Files.writeString(directory.resolve("openssl.pub"), """
                -----BEGIN PUBLIC KEY-----
                MCowBQYDK2VwAyEAhbSimagLpZW0EA+hVOcjKdgpxLoj98DXG63JTKjmVL0=
                -----END PUBLIC KEY-----
                """);
        String token = "eyJhbGciOiJFZERTQSIsImtpZCI6IlVWRUxOdzlERDl6ODZZR005YUIxZFZydWJKTmoyYWY2YVI1VWxhRHlsTWcifQ"
                + ".eyJzdWIiOiJ0cmFpbi0xIiwiYXVkIjoiZ3B1LTE3IiwiaXBzIjpbIjEwLjEwMC4wLjciLCIyMDAxOmRiODoxMDA6OjciXSwiZXhwIjoxNzk2MDQzNjAwfQ"
                + ".4MX4qYFMP7rIZnNqyl_v7cowsE1TGp69FIrF1anareH449qdpv3JltFq8-j2uoSf2moLGv7gRo9v4F0QdiabCQ";
        var theirs = new GrantVerifier(List.of(open), Duration.ZERO, () -> now);
        Grant grant = theirs.verify(token);
        assertEquals("train-1", grant.task());
        assertEquals(END, grant.expires());
        // And its private key, which is only a test's, is read here and makes the same signature.
        Path secret = Files.writeString(directory.resolve("openssl.key"), """
                -----BEGIN PRIVATE KEY-----
                MC4CAQAwBQYDK2VwBCIEIBUH5OV4XpARygxJAILbT56sLRi8mZBer7sw1od/bhXA
                -----END PRIVATE KEY-----
                """);
        var scheduler = new Scheduler(KeyPairs.read(secret));
        assertEquals(grant.keyId(), scheduler.keyId());
        assertEquals(token, scheduler.signParts(token.substring(0, token.lastIndexOf('.'))));
        assertEquals(Files.readString(open), scheduler.publicKey());
    }
}
