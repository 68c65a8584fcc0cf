package io.braid.dataplane.web;

import io.braid.dataplane.pem.SmallFile;
import io.braid.dataplane.pem.UnusableFileException;
import java.nio.file.Path;

/** Reads a small file that an option names. */
final class WebFile {
    private WebFile() {}

    /**
     * The text of a file that is none of others' business.
     *
     * @param option which names it
     * @param expected what is to be in it, for the message
     * @throws WebFileException if it cannot be read, is too large, or everybody can read it
     */
    static String readSecret(String option, Path file, String expected) {
        try {
            String text = SmallFile.read(file);
            requireSecret(option, file);
            return text;
        } catch (UnusableFileException e) {
            throw new WebFileException(option, file, expected, e.found());
        }
    }

    /**
     * Refuses a file that others may read or write.
     *
     * @throws UnusableFileException if that cannot be found out
     */
    static void requireSecret(String option, Path file) throws UnusableFileException {
        if (SmallFile.isOpenToOthers(file)) {
            throw new WebFileException(
                    option, file, "a file that is root's only (chmod 600)", "one that others may read or write");
        }
    }
}
