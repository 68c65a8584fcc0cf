package io.braid.perf.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Runs one short external program to its end, never longer than it is given. */
public final class Command {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(20);

    /** What a program left: its exit code and all it wrote. */
    public record Output(int exitCode, String out, String err) {}

    private Command() {}

    /**
     * Runs a program that must succeed and returns what it wrote to standard output.
     *
     * @throws LabException if it cannot be started, exits non-zero (the message has what it wrote) or takes over 20 s
     */
    public static String run(List<String> command) throws InterruptedException {
        return runWithInput(command, "");
    }

    /** Like {@link #run} with {@code input} on the program's standard input. */
    public static String runWithInput(List<String> command, String input) throws InterruptedException {
        Output output = execute(command, input, USUAL_LIMIT);
        if (output.exitCode() != 0) {
            throw new LabException("'" + String.join(" ", command) + "' exited with " + output.exitCode() + ": "
                    + (output.err().isBlank() ? output.out() : output.err()).strip()
                    + (input.isEmpty() ? "" : "\n(its input: " + input.strip().replace("\n", " | ") + ")"));
        }
        return output.out();
    }

    /**
     * Runs a program and reports however it ended.
     *
     * @throws LabException if it cannot be started or is still running after {@code limit}; it is then killed
     */
    public static Output execute(List<String> command, String input, Duration limit) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new LabException("cannot start '" + command.getFirst() + "': " + e.getMessage(), e);
        }
        var out = drain(process.getInputStream());
        var err = drain(process.getErrorStream());
        try {
            feed(process, input);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new LabException("'" + String.join(" ", command) + "' was still running after " + limit.toMillis()
                        + " ms and was killed");
            }
            return new Output(process.exitValue(), out.get(), err.get());
        } catch (ExecutionException e) {
            throw new LabException("cannot read what '" + command.getFirst() + "' wrote", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Whether a program is on the PATH. */
    public static boolean isInstalled(String program) {
        return List.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).stream()
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private static void feed(Process process, String input) {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A program that ends without reading its input closes the pipe; its exit code tells the story.
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static FutureTask<String> drain(InputStream stream) {
        var task = new FutureTask<>(() -> new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        Thread.ofVirtual().start(task);
        return task;
    }
}
