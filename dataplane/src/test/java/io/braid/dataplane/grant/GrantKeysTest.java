package io.braid.dataplane.grant;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.pem.Pem;
import io.jsonwebtoken.security.Jwks;
import io.jsonwebtoken.security.OctetPublicJwk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrantKeysTest {
    /** RFC 8037 appendix A.1: {@code d} and {@code x}. */
    private static final byte[] RFC_SEED = Base64.getUrlDecoder().decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");

    private static final byte[] RFC_PUBLIC =
            Base64.getUrlDecoder().decode("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
    /** RFC 8037 appendix A.3. */
    private static final String RFC_THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
    /** RFC 8037 appendix A.4. */
    private static final String RFC_TOKEN = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
            + "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";

    @TempDir
    private Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void keysIdsAndSignaturesAreThoseOfRfc8037() throws Exception {
        KeyPair keys = KeyPairs.ofSeed(RFC_SEED);
        assertArrayEquals(
                RFC_PUBLIC, GrantKey.raw(keys.getPublic().getEncoded()).orElseThrow());
        assertEquals(RFC_THUMBPRINT, KeyPairs.id(keys));
        var scheduler = new Scheduler(keys);
        assertEquals(RFC_TOKEN, scheduler.sign("{\"alg\":\"EdDSA\"}", "Example of Ed25519 signing"));
        Signature signature = Signature.getInstance("Ed25519");
        signature.initVerify(keys.getPublic());
        int end = RFC_TOKEN.lastIndexOf('.');
        signature.update(RFC_TOKEN.substring(0, end).getBytes(StandardCharsets.US_ASCII));
        assertTrue(signature.verify(Base64.getUrlDecoder().decode(RFC_TOKEN.substring(end + 1))));
    }

    @Test
    void theIdIsTheOneThatTheLibraryComputes() {
        PublicKey key = KeyPairs.generate().getPublic();
        OctetPublicJwk<PublicKey> jwk = Jwks.builder().octetKey(key).build();
        assertEquals(jwk.thumbprint().toString(), GrantKey.of(key).id());
    }

    @Test
    void aFileMayHoldSeveralKeysAndText() throws Exception {
        var one = new Scheduler();
        var two = new Scheduler();
        var three = new Scheduler();
        Path both = file(
                "both",
                "# the old one\n" + one.publicKey() + "and the new\r\n"
                        + two.publicKey().replace("\n", "\r\n"));
        GrantKeys keys = GrantKeys.read(List.of(both, three.publishTo(directory.resolve("three"))));
        assertEquals(List.of(), keys.faults());
        assertEquals(List.of(one.keyId(), two.keyId(), three.keyId()), keys.ids());
    }

    @Test
    void otherFilesAreRefusedByName() throws Exception {
        var good = new Scheduler();
        Path rsa = file(
                "rsa",
                new Pem.Block(
                                Pem.PUBLIC_KEY,
                                KeyPairGenerator.getInstance("RSA")
                                        .generateKeyPair()
                                        .getPublic()
                                        .getEncoded())
                        .text());
        Path ed448 = file(
                "ed448",
                new Pem.Block(
                                Pem.PUBLIC_KEY,
                                KeyPairGenerator.getInstance("Ed448")
                                        .generateKeyPair()
                                        .getPublic()
                                        .getEncoded())
                        .text());
        Path secret = file(
                "secret",
                new Pem.Block(Pem.PRIVATE_KEY, good.keys().getPrivate().getEncoded()).text());
        GrantKeys keys = GrantKeys.read(List.of(
                directory.resolve("none"),
                directory,
                file("empty", ""),
                file("ssh", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBub8Hl8 me@here\n"),
                rsa,
                ed448,
                secret,
                file("cut", good.publicKey().replace("MCow", "MCo")),
                file("certificate", good.publicKey().replace("PUBLIC KEY", "CERTIFICATE")),
                file("large", "x".repeat(70_000)),
                good.publishTo(directory.resolve("good"))));
        String expected = "expected Ed25519 public keys in PEM, as openssl pkey -pubout writes them, found ";
        assertEquals(
                List.of(
                        "no file",
                        "a directory",
                        "no PEM block",
                        "no PEM block",
                        "a key of another kind",
                        "a key of another kind",
                        "a private key; that is the scheduler's alone, and nobody who reads this host may have it",
                        "a PUBLIC KEY that is not base64",
                        "a CERTIFICATE",
                        "more than 65536 bytes"),
                keys.faults().stream()
                        .map(fault -> fault.substring(fault.indexOf(expected) + expected.length()))
                        .toList());
        assertTrue(keys.faults().getFirst().startsWith(directory.resolve("none") + ": "), keys.faults()::toString);
        assertEquals(List.of(good.keyId()), keys.ids());
    }

    @Test
    void pairsAreWrittenForTheirOwnerAndReadAgain() throws Exception {
        KeyPair keys = KeyPairs.generate();
        Path secret = directory.resolve("k");
        Path open = directory.resolve("k.pub");
        KeyPairs.write(keys, secret, open);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)));
        KeyPair read = KeyPairs.read(secret);
        assertEquals(KeyPairs.id(keys), KeyPairs.id(read));
        assertEquals(List.of(KeyPairs.id(keys)), GrantKeys.read(List.of(open)).ids());
        assertThrows(IOException.class, () -> KeyPairs.write(keys, secret, directory.resolve("other")));
        IOException exists =
                assertThrows(IOException.class, () -> KeyPairs.write(keys, directory.resolve("new"), open));
        assertEquals(open + " is there already; keys are not overwritten", exists.getMessage());
        assertTrue(Files.notExists(directory.resolve("new")), "nothing is left of it");
        String expected =
                "expected an Ed25519 private key in PEM, as openssl genpkey -algorithm ed25519 writes it, found ";
        for (String[] wrong : new String[][] {
            {open.toString(), "a PUBLIC KEY"},
            {directory.resolve("gone").toString(), "no file"},
            {file("twice", Files.readString(secret).repeat(2)).toString(), "2 of PRIVATE KEY"}
        }) {
            var e = assertThrows(KeyFileException.class, () -> KeyPairs.read(Path.of(wrong[0])));
            assertEquals(wrong[0] + ": " + expected + wrong[1], e.explanation());
        }
    }
}
