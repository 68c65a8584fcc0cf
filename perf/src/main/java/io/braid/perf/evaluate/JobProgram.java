package io.braid.perf.evaluate;

import io.braid.perf.job.ObjectStore;
import io.braid.perf.lab.Children;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.Uninterrupted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A running program of {@link io.braid.perf.job} in a namespace; the process is the lab's child. One thread uses it. */
final class JobProgram implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final AtomicInteger SEQUENCE = new AtomicInteger();

    private final String name;
    private final Process process;
    private final Path log;

    private JobProgram(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** Starts it. */
    static JobProgram start(Side side, Netns netns, Class<?> main, Object... arguments) {
        String name = main.getSimpleName();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx192m",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        String file = name + "-" + SEQUENCE.incrementAndGet();
        return new JobProgram(
                name, side.lab().start(netns, file, command), side.lab().log(file));
    }

    /** Starts an object store in the storage's namespace, with a checkpoint in it, and waits until it answers. */
    static JobProgram store(Side side, long bytes, int shards) throws InterruptedException {
        JobProgram store = start(side, side.plan().storage(), ObjectStore.class, bytes, shards);
        store.awaitLine(ObjectStore.READY);
        return store;
    }

    /** Waits until it says something. */
    void awaitLine(String line) throws InterruptedException {
        long limit = System.nanoTime() + START_LIMIT.toNanos();
        while (!said().contains(line)) {
            if (!process.isAlive() || System.nanoTime() > limit) {
                throw new LabException(name + " never said '" + line + "': " + said());
            }
            Thread.sleep(10);
        }
    }

    /**
     * Waits for its end, and has the words of the line it says that begins with {@code word}.
     *
     * @throws LabException if it fails or takes too long
     */
    List<String> awaitResult(String word, Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new LabException(name + " did not end within " + limit.toSeconds() + " s: " + said());
        }
        if (process.exitValue() != 0) {
            throw new LabException(name + " failed: " + said());
        }
        return said().lines()
                .filter(line -> line.startsWith(word))
                .findFirst()
                .map(line -> List.of(line.split(" ", -1)))
                .orElseThrow(() -> new LabException(name + " ended without a result: " + said()));
    }

    /** What it has written; of an exception, where it was thrown is left out. */
    String said() {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> !line.startsWith("\tat ")).collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        Uninterrupted.run(() -> Children.stop(process));
    }
}
