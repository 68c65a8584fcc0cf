package io.braid.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs iproute2's {@code ip} in a namespace, with a time limit.
 *
 * <p>iproute2 rather than netlink messages of our own: changes are rare, its syntax is what operators read in logs and
 * can repeat by hand, and it knows every device type.
 */
final class IpCommand {
    private static final long TIMEOUT_SECONDS = 20;

    private final @Nullable String namespace;

    /** @param namespace a name, a path when it has a slash, or null for the caller's namespace */
    IpCommand(@Nullable String namespace) {
        this.namespace = namespace;
    }

    /** Returns the command line: {@code ip -n} understands names only, so a path goes through nsenter. */
    List<String> commandLine(List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (namespace == null) {
            command.add("ip");
        } else if (namespace.indexOf('/') >= 0) {
            command.addAll(List.of("nsenter", "--net=" + namespace, "ip"));
        } else {
            command.addAll(List.of("ip", "-n", namespace));
        }
        command.addAll(arguments);
        return command;
    }

    /**
     * Runs the command and returns its standard output.
     *
     * @throws IpCommandException when it cannot be started, takes longer than 20 s, or exits with another code than 0
     */
    String run(List<String> arguments, String input) {
        List<String> command = commandLine(arguments);
        String shown = String.join(" ", command);
        Path out = null;
        Path err = null;
        Process process = null;
        try {
            // Files instead of pipes: no reader threads, and a full pipe cannot block the command.
            out = Files.createTempFile("braid-ip", ".out");
            err = Files.createTempFile("braid-ip", ".err");
            process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            writeInput(process, input);
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IpCommandException(shown, -1, "still running after " + TIMEOUT_SECONDS + " s, ended");
            }
            String stderr = read(err);
            if (process.exitValue() != 0) {
                String in = input.isEmpty() ? "" : " [" + input.strip().replace("\n", "; ") + "]";
                throw new IpCommandException(shown + in, process.exitValue(), stderr.strip());
            }
            return read(out);
        } catch (IOException e) {
            throw new IpCommandException(shown, "could not be run; install iproute2 and util-linux", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IpCommandException(shown, "was interrupted", e);
        } finally {
            if (process != null && process.isAlive()) {
                process.destroyForcibly();
            }
            delete(out);
            delete(err);
        }
    }

    private static void writeInput(Process process, String input) throws IOException {
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A command that ends without reading breaks the pipe; its exit code and message tell more.
            if (process.isAlive()) {
                throw e;
            }
        }
    }

    private static String read(Path file) throws IOException {
        // ISO 8859-1 cannot fail, whatever bytes an interface name has.
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static void delete(@Nullable Path file) {
        if (file != null && !file.toFile().delete()) {
            file.toFile().deleteOnExit();
        }
    }
}
