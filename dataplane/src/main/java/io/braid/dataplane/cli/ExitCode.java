package io.braid.dataplane.cli;

/** The exit codes of every {@code braid} command. */
public final class ExitCode {
    /** Done. */
    public static final int DONE = 0;
    /** Tried and failed. */
    public static final int FAILED = 1;
    /** Not tried: wrong usage or configuration. */
    public static final int WRONG_USAGE = 2;

    private ExitCode() {}
}
