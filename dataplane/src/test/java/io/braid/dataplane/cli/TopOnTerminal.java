package io.braid.dataplane.cli;

import picocli.CommandLine;

/** {@code braid top} alone, for a process on a pseudo-terminal. */
final class TopOnTerminal {
    private TopOnTerminal() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new TopCommand()).execute(arguments));
    }
}
