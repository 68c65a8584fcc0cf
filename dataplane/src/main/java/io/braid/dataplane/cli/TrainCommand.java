package io.braid.dataplane.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code braid train}: the launcher's own command, which makes the start-up cache of a build with it. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        hidden = true,
        description = "Tries the usual commands for the JVM to record. For the launcher, which gives it what it needs.")
final class TrainCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIRECTORY", description = "for its files; the launcher removes it")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Path directory;

    @Parameters(
            index = "1",
            paramLabel = "NAMESPACE",
            description = "the network namespace to leave alone, as readlink /proc/self/ns/net names it")
    @SuppressWarnings("NullAway.Init")
    private String namespace;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        return Training.run(directory, namespace, spec.commandLine().getErr());
    }
}
