package io.braid.linux;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;

/** A named network namespace for one test, deleted on close. */
final class TestNamespace implements AutoCloseable {
    final String name;
    final Interfaces interfaces;
    final NetworkNamespace namespace;

    TestNamespace(String suffix) {
        requireRoot();
        name = "bl" + ProcessHandle.current().pid() + suffix;
        Interfaces.host().run("netns", "add", name);
        interfaces = Interfaces.in(name);
        namespace = NetworkNamespace.open(name);
        interfaces.setUp("lo");
    }

    static void requireRoot() {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Files.isWritable(Path.of("/run")),
                "needs root to make network namespaces");
    }

    @Override
    public void close() {
        namespace.close();
        Interfaces.host().run("netns", "del", name);
    }

    /** Calls {@code step} until it is true; fails after five seconds. */
    static void until(String what, BooleanSupplier step) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (!step.getAsBoolean()) {
            if (System.nanoTime() > end) {
                fail("not seen within 5 s: " + what);
            }
            Thread.sleep(2);
        }
    }
}
