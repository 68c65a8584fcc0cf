package io.braid.perf.lab;

/** Says what part of the lab could not be built, driven or measured, and what the tool that was asked answered. */
public final class LabException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LabException(String message) {
        super(message);
    }

    public LabException(String message, Throwable cause) {
        super(message, cause);
    }
}
