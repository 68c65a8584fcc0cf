package io.braid.perf.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A running {@link LeaseOwner}. One thread uses it; the process is the lab's child. */
public final class OwnerProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Process process;
    private final Path log;

    /** Starts one and waits until it is connected. */
    public OwnerProcess(Lab lab, Path socket, String task, int number) throws InterruptedException {
        log = lab.log("owner-" + number);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        process = lab.children()
                .startWithInput(
                        List.of(
                                java,
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx16m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                LeaseOwner.class.getName(),
                                socket.toString(),
                                task),
                        log);
        awaitWord(LeaseOwner.READY);
    }

    /** Waits until the lease is given. */
    public void awaitHeld() throws InterruptedException {
        awaitWord("held");
    }

    private void awaitWord(String word) throws InterruptedException {
        long limit = System.nanoTime() + LIMIT.toNanos();
        while (!said().contains(word)) {
            if (!process.isAlive() || System.nanoTime() > limit) {
                throw new LabException("the process that is to hold the lease never said '" + word + "': " + said());
            }
            Thread.sleep(10);
        }
    }

    private String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has it ask for the lease; returns when it was told. */
    public void take() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new LabException("the process that is to hold the lease has ended: " + said(), e);
        }
    }

    /** Kills it as the kernel does when memory is short (SIGKILL); returns when the signal is sent. */
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        Uninterrupted.run(() -> Children.stop(process));
    }
}
