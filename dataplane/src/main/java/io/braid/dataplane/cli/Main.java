package io.braid.dataplane.cli;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.grant.KeyFileException;
import io.braid.dataplane.web.WebFileException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;

/** Entry of the {@code braid} command. */
public final class Main {
    private Main() {}

    /**
     * Runs one command and ends the process with its exit code.
     *
     * @param arguments the command line without the program's name
     */
    public static void main(String[] arguments) {
        var out = new PrintWriter(System.out, true, charset("stdout.encoding"));
        var err = new PrintWriter(System.err, true, charset("stderr.encoding"));
        System.exit(run(arguments, out, err));
    }

    /**
     * Runs one command.
     *
     * @param arguments the command line without the program's name
     * @param out where results go
     * @param err where errors go
     * @return the exit code, one of {@link ExitCode}
     */
    public static int run(String[] arguments, PrintWriter out, PrintWriter err) {
        int code = BraidCommand.commandLine()
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((e, command, _) -> report(e, command))
                .execute(arguments);
        out.flush();
        err.flush();
        return code;
    }

    /**
     * Tells of an exception that a command did not handle itself: a bad file with all its errors, anything else in
     * one line, and with {@code BRAID_DEBUG} set with its stack trace.
     */
    static int report(Exception e, CommandLine command) {
        if (e instanceof ConfigException config) {
            command.getErr().println(config.getMessage());
            return ExitCode.WRONG_USAGE;
        }
        if (e instanceof KeyFileException keys) {
            command.getErr().println("braid " + command.getCommandName() + ": " + keys.explanation());
            return ExitCode.WRONG_USAGE;
        }
        if (e instanceof WebFileException file) {
            command.getErr().println("braid " + command.getCommandName() + ": " + file.explanation());
            return ExitCode.WRONG_USAGE;
        }
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        command.getErr().println("braid " + command.getCommandName() + ": " + message);
        for (Throwable also : e.getSuppressed()) {
            command.getErr().println("  " + also.getMessage());
        }
        if (System.getenv("BRAID_DEBUG") != null) {
            e.printStackTrace(command.getErr());
        }
        return ExitCode.FAILED;
    }

    private static Charset charset(String property) {
        return Charset.forName(System.getProperty(property, "UTF-8"));
    }
}
