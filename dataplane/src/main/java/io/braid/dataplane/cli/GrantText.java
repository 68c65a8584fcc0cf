package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.GrantStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a grant that was named on the command line, and says in a line what one is. */
final class GrantText {
    private static final int MOST_BYTES = 16 * 1024;
    private static final String STDIN = "-";

    private GrantText() {}

    /**
     * The text of a grant.
     *
     * @param file its file, or {@code -} for the standard input
     * @throws ControlException {@link Kind#BAD_REQUEST} if it cannot be read or is too large
     */
    static String read(String file) {
        try (InputStream in = file.equals(STDIN) ? System.in : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new ControlException(
                        Kind.BAD_REQUEST, "the grant file " + file + " is larger than " + MOST_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new ControlException(Kind.BAD_REQUEST, "cannot read the grant file " + file, e);
        }
    }

    static String describe(GrantStatus grant) {
        return (grant.id() == null ? "without id" : grant.id())
                + (grant.job() == null ? "" : " of job " + grant.job())
                + (grant.expired()
                        ? " expired at " + grant.expires() + ": not announced"
                        : " until " + grant.expires());
    }
}
