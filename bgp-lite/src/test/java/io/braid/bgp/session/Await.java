package io.braid.bgp.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assertions;

/** Waits for what other threads do, and counts what they may leave open. */
public final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Await() {}

    public static void until(String what, BooleanSupplier met) throws InterruptedException {
        until(() -> what, met);
    }

    public static void until(Supplier<String> what, BooleanSupplier met) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!met.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                Assertions.fail("not seen within " + LIMIT + ": " + what.get());
            }
            Thread.sleep(5);
        }
    }

    /** This process's sockets, epoll and event descriptors. */
    public static long openFiles() throws IOException {
        try (var fds = Files.list(Path.of("/proc/self/fd"))) {
            return fds.filter(Await::isOurs).count();
        }
    }

    private static boolean isOurs(Path fd) {
        try {
            String target = Files.readSymbolicLink(fd).toString();
            return List.of("socket:", "anon_inode:").stream().anyMatch(target::startsWith);
        } catch (IOException e) {
            return false; // closed between listing and reading, such as the listing's own
        }
    }
}
