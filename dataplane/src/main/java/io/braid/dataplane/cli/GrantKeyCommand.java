package io.braid.dataplane.cli;

import io.braid.dataplane.grant.KeyPairs;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid grant key}: makes a key pair to sign grants with. */
@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        versionProvider = BraidCommand.BuiltVersion.class,
        description = {
            "Make an Ed25519 key pair to sign grants with: a private key, for its owner only, and a public key for the hosts' tasks.grants.public-keys.",
            "The same as: openssl genpkey -algorithm ed25519 -out FILE; openssl pkey -in FILE -pubout -out FILE.pub"
        },
        footer = {"", "Exit codes: 0 done, 1 a file is there already or cannot be written, 2 wrong usage."})
final class GrantKeyCommand implements Callable<Integer> {
    @Option(
            names = "--out",
            paramLabel = "PATH",
            required = true,
            description =
                    "the private key's file, beside which the public one is FILE.pub; or a directory, for grant.key and grant.key.pub in it")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private Path path;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        Path privateFile = Files.isDirectory(path) ? path.resolve("grant.key") : path;
        Path publicFile = privateFile.resolveSibling(privateFile.getFileName() + ".pub");
        var keys = KeyPairs.generate();
        try {
            KeyPairs.write(keys, privateFile, publicFile);
        } catch (IOException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("braid: cannot write the keys: " + e.getMessage());
            err.flush();
            return ExitCode.FAILED;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("private key " + privateFile);
        out.println("public key  " + publicFile);
        out.println("key id      " + KeyPairs.id(keys));
        out.flush();
        return ExitCode.DONE;
    }
}
