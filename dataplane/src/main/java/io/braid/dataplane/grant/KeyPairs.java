package io.braid.dataplane.grant;

import io.braid.dataplane.pem.Pem;
import io.braid.dataplane.pem.UnusableFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Makes key pairs of a scheduler, and keeps them in files as {@code openssl} does: PKCS#8 and SubjectPublicKeyInfo in PEM. Any thread. */
public final class KeyPairs {
    private static final String EXPECTED =
            "an Ed25519 private key in PEM, as openssl genpkey -algorithm ed25519 writes it";

    private KeyPairs() {}

    /** A new key pair. */
    public static KeyPair generate() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }

    /** The id of a pair: that of its public key. */
    public static String id(KeyPair keys) {
        return GrantKey.of(keys.getPublic()).id();
    }

    /**
     * Writes a pair to two files that must not be there yet; the private one is for its owner only.
     *
     * @throws IOException if one is there, or cannot be written; then neither is left behind
     */
    public static void write(KeyPair keys, Path privateFile, Path publicFile) throws IOException {
        create(
                privateFile,
                "rw-------",
                new Pem.Block(Pem.PRIVATE_KEY, keys.getPrivate().getEncoded()).text());
        try {
            create(
                    publicFile,
                    "rw-r--r--",
                    new Pem.Block(Pem.PUBLIC_KEY, keys.getPublic().getEncoded()).text());
        } catch (IOException e) {
            Files.delete(privateFile);
            throw e;
        }
    }

    private static void create(Path file, String mode, String text) throws IOException {
        var permissions = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
        try (var channel = Files.newByteChannel(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                permissions)) {
            var bytes = java.nio.ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (FileAlreadyExistsException e) {
            throw new IOException(file + " is there already; keys are not overwritten", e);
        }
    }

    /**
     * Reads a private key, and finds its public key.
     *
     * @throws KeyFileException if the file cannot be read or holds something else
     */
    public static KeyPair read(Path file) {
        List<Pem.Block> blocks = blocks(file);
        if (blocks.size() != 1 || !blocks.getFirst().label().equals(Pem.PRIVATE_KEY)) {
            throw new KeyFileException(file, EXPECTED, Pem.words(blocks));
        }
        try {
            PrivateKey key = KeyFactory.getInstance("Ed25519")
                    .generatePrivate(new PKCS8EncodedKeySpec(blocks.getFirst().der()));
            byte[] seed = ((EdECPrivateKey) key).getBytes().orElseThrow();
            return ofSeed(seed);
        } catch (GeneralSecurityException e) {
            throw new KeyFileException(file, EXPECTED, "a key of another kind");
        }
    }

    private static List<Pem.Block> blocks(Path file) {
        try {
            return Pem.read(file);
        } catch (UnusableFileException e) {
            throw new KeyFileException(file, EXPECTED, e.found());
        }
    }

    /** The pair of a private key, which is 32 random bytes (RFC 8032 section 5.1.5). */
    static KeyPair ofSeed(byte[] seed) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
        generator.initialize(NamedParameterSpec.ED25519, new Fixed(seed));
        KeyPair keys = generator.generateKeyPair();
        byte[] made = ((EdECPrivateKey) keys.getPrivate()).getBytes().orElseThrow();
        if (!Arrays.equals(made, seed)) {
            throw new IllegalStateException("this JDK makes Ed25519 keys in another way than from 32 random bytes");
        }
        return keys;
    }

    /** Gives the bytes of a key where a generator asks for random ones: the JDK has no other way from a private key to its public key. */
    private static final class Fixed extends SecureRandom {
        private static final long serialVersionUID = 1;

        private final byte[] bytes;

        Fixed(byte[] bytes) {
            this.bytes = bytes.clone();
        }

        @Override
        public void nextBytes(byte[] wanted) {
            System.arraycopy(bytes, 0, wanted, 0, Math.min(bytes.length, wanted.length));
        }
    }
}
