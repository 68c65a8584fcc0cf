package io.braid.dataplane.pem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Reads a file of up to {@value #MOST_BYTES} bytes, whatever is put in its place. Stateless; any thread. */
public final class SmallFile {
    /** A hundred keys fit, or a long chain of certificates. */
    static final int MOST_BYTES = 64 * 1024;

    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private SmallFile() {}

    /**
     * The text of a file, a character for each byte.
     *
     * @throws UnusableFileException if it is none, cannot be read or is too large
     */
    public static String read(Path file) throws UnusableFileException {
        if (Files.isDirectory(file)) {
            throw new UnusableFileException("a directory");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new UnusableFileException("more than " + MOST_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UnusableFileException(words(e));
        }
    }

    /**
     * Whether others than its owner and group may read or write it.
     *
     * @throws UnusableFileException if that cannot be found out
     */
    public static boolean isOpenToOthers(Path file) throws UnusableFileException {
        try {
            return Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains);
        } catch (IOException e) {
            throw new UnusableFileException(words(e));
        }
    }

    private static String words(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no file";
            case AccessDeniedException _ -> "no permission to read it";
            default -> "an error: " + e.getMessage();
        };
    }
}
