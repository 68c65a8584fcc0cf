package io.braid.dataplane;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Braid's own version, as Maven built it. */
public final class Version {
    private Version() {}

    /** Such as {@code 0.1.0}. */
    public static String text() {
        var properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is missing from the build");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return String.valueOf(properties.getProperty("version"));
    }
}
