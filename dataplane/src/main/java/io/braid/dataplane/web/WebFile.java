package io.braid.dataplane.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Reads a small file that an option names. */
final class WebFile {
    /** A long chain of certificates fits. */
    private static final int MOST_BYTES = 64 * 1024;

    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private WebFile() {}

    /**
     * The text of a file.
     *
     * @param option which names it
     * @param expected what is to be in it, for the message
     * @param secret whether it is none of others' business
     * @throws WebFileException if it cannot be read, is too large, or is a secret that everybody can read
     */
    static String read(String option, Path file, String expected, boolean secret) {
        if (Files.isDirectory(file)) {
            throw new WebFileException(option, file, expected, "a directory");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new WebFileException(option, file, expected, "more than " + MOST_BYTES + " bytes");
            }
            if (secret && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
                throw new WebFileException(
                        option, file, "a file that is root's only (chmod 600)", "one that others may read or write");
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new WebFileException(option, file, expected, "no file");
        } catch (AccessDeniedException e) {
            throw new WebFileException(option, file, expected, "no permission to read it");
        } catch (IOException e) {
            throw new WebFileException(option, file, expected, "an error: " + e.getMessage());
        }
    }
}
