package io.braid.linux;

/** Says which command failed, how it exited and what it printed on standard error. */
public final class IpCommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String command;
    private final int exitCode;
    private final String stderr;

    IpCommandException(String command, int exitCode, String stderr) {
        super("`" + command + "` exited with " + exitCode + ": " + (stderr.isEmpty() ? "(no message)" : stderr));
        this.command = command;
        this.exitCode = exitCode;
        this.stderr = stderr;
    }

    IpCommandException(String command, String what, Throwable cause) {
        super("`" + command + "` " + what, cause);
        this.command = command;
        this.exitCode = -1;
        this.stderr = "";
    }

    /** Returns the command line as a person would type it. */
    public String command() {
        return command;
    }

    /** Returns the exit code, -1 when the command could not be run to its end. */
    public int exitCode() {
        return exitCode;
    }

    /** Returns what the command printed on standard error, stripped. */
    public String stderr() {
        return stderr;
    }
}
