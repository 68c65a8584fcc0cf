package io.braid.perf.emulated;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The scripts that make and run the guest, which are resources of this package. */
final class Recipe {
    /** Builds the disk. */
    static final String IMAGE = "image.sh";
    /** What the guest reads through its share at each start. */
    static final List<String> SHARED = List.of("agent.sh", "guest.sh");

    private static final int KEY_BYTES = 8;

    private Recipe() {}

    static String text(String name) {
        try (InputStream in = Recipe.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What distinguishes one image from another: how it is built, and the JDK in it. */
    static String key(String script, String jdkRelease) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(script.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(jdkRelease.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, KEY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The key with this build's script and this JVM's JDK. */
    static String key(Path javaHome) {
        try {
            return key(text(IMAGE), Files.readString(javaHome.resolve("release")));
        } catch (IOException e) {
            throw new UncheckedIOException("the JDK at " + javaHome + " says no release", e);
        }
    }
}
