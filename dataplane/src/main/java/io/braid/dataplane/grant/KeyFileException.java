package io.braid.dataplane.grant;

import java.nio.file.Path;

/** Says which key file cannot be used, what was expected in it and what was found. */
public final class KeyFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A file that should hold public keys. */
    KeyFileException(Path file, String found) {
        this(file, "Ed25519 public keys in PEM, as openssl pkey -pubout writes them", found);
    }

    /** Several files. */
    KeyFileException(String message) {
        super(message);
    }

    KeyFileException(Path file, String expected, String found) {
        super(file + ": expected " + expected + ", found " + found);
    }

    /** The message; never null. */
    public String explanation() {
        return String.valueOf(getMessage());
    }
}
