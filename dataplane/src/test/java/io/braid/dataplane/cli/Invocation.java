package io.braid.dataplane.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A command run as a user would, with what it printed and how it ended. */
record Invocation(int exitCode, String out, String err) {

    static Invocation of(Object command, String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        return new Invocation(exitCode, out.toString(), err.toString());
    }
}
