package io.braid.dataplane.pem;

/** Says what was found instead of a file that can be used; whoever wanted it says what for, and what was expected. */
public final class UnusableFileException extends Exception {
    private static final long serialVersionUID = 1;

    /** @param found such as {@code no file}, to follow "found" in a message */
    UnusableFileException(String found) {
        super(found);
    }

    /** What was found; never null. */
    public String found() {
        return String.valueOf(getMessage());
    }
}
