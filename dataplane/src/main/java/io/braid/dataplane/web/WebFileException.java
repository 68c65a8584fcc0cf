package io.braid.dataplane.web;

import java.nio.file.Path;

/** Says which file of the web server's cannot be used, what was expected in it and what was found. */
public final class WebFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param option which names the file, such as {@code web.token-file} */
    WebFileException(String option, Path file, String expected, String found) {
        super(option + ": " + file + ": expected " + expected + ", found " + found);
    }

    /** The message; never null. */
    public String explanation() {
        return String.valueOf(getMessage());
    }
}
