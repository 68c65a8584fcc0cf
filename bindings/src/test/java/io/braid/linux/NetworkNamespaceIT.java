package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class NetworkNamespaceIT {
    private static final Path SELF = Path.of("/proc/thread-self/ns/net");

    @BeforeAll
    static void root() {
        TestNamespace.requireRoot();
    }

    @Test
    void runsInsideAndNeverLeaks() throws Exception {
        Path before = Files.readSymbolicLink(SELF);
        try (TestNamespace ns = new TestNamespace("a")) {
            Path inside = ns.namespace.run(() -> Files.readSymbolicLink(SELF));
            assertEquals("net:[" + ns.namespace.inode() + "]", inside.toString());
            assertNotEquals(before, inside);
            assertEquals(before, Files.readSymbolicLink(SELF));
            try (var tasks = Files.list(Path.of("/proc/self/task"))) {
                for (Path task : tasks.toList()) {
                    Path where;
                    try {
                        where = Files.readSymbolicLink(task.resolve("ns/net"));
                    } catch (IOException e) {
                        continue; // a thread that ended meanwhile is in no namespace
                    }
                    assertEquals(before, where, "a thread stayed in the namespace: " + task);
                }
            }
        }
    }

    @Test
    void aThreadOfItsOwnIsInsideForLife() throws Exception {
        try (TestNamespace ns = new TestNamespace("g")) {
            Path[] seen = new Path[1];
            Thread thread = ns.namespace.thread("inside", () -> {
                try {
                    seen[0] = Files.readSymbolicLink(SELF);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertEquals("inside", thread.getName());
            thread.start();
            thread.join();
            assertEquals("net:[" + ns.namespace.inode() + "]", String.valueOf(seen[0]));
        }
    }

    @Test
    void aSocketStaysWhereItWasOpened() throws Exception {
        try (TestNamespace ns = new TestNamespace("b");
                ServerSocket inside = ns.namespace.run(() -> new ServerSocket(0));
                ServerSocket outside = new ServerSocket(inside.getLocalPort())) {
            assertEquals(inside.getLocalPort(), outside.getLocalPort(), "one port, bound in two namespaces");
        }
    }

    @Test
    void namesPathsAndCopiesAreOneNamespace() throws Exception {
        try (TestNamespace ns = new TestNamespace("c");
                NetworkNamespace byPath = NetworkNamespace.open("/run/netns/" + ns.name);
                NetworkNamespace own = NetworkNamespace.current();
                NetworkNamespace inside = ns.namespace.run(NetworkNamespace::current)) {
            assertTrue(byPath.isSameAs(ns.namespace));
            assertTrue(inside.isSameAs(ns.namespace));
            assertFalse(own.isSameAs(ns.namespace));
        }
    }

    @Test
    void outlivesItsName() throws IOException {
        NetworkNamespace kept;
        try (TestNamespace ns = new TestNamespace("d")) {
            kept = NetworkNamespace.open(ns.name);
        }
        try (kept) {
            Path inside = kept.run(() -> Files.readSymbolicLink(SELF));
            assertEquals("net:[" + kept.inode() + "]", inside.toString());
        }
        assertThrows(IllegalStateException.class, () -> kept.run(() -> 1));
    }

    @Test
    void whatTheWorkThrowsArrivesAsItIs() {
        try (TestNamespace ns = new TestNamespace("e")) {
            IOException thrown = new IOException("from inside");
            IOException caught = assertThrows(
                    IOException.class,
                    () -> ns.namespace.run(() -> {
                        throw thrown;
                    }));
            assertEquals(thrown, caught);
            assertThrows(
                    StackOverflowError.class,
                    () -> ns.namespace.run(() -> {
                        throw new StackOverflowError();
                    }));
        }
    }

    @Test
    void anInterruptReachesTheWorkAndIsKept() throws Exception {
        try (TestNamespace ns = new TestNamespace("f")) {
            AtomicBoolean workInterrupted = new AtomicBoolean();
            AtomicBoolean callerInterrupted = new AtomicBoolean();
            Thread caller = Thread.ofPlatform().start(() -> {
                ns.namespace.run(() -> {
                    try {
                        Thread.sleep(10_000);
                    } catch (InterruptedException e) {
                        workInterrupted.set(true);
                    }
                    return 0;
                });
                callerInterrupted.set(Thread.currentThread().isInterrupted());
            });
            TestNamespace.until("caller waits", () -> caller.getState() == Thread.State.WAITING);
            caller.interrupt();
            caller.join();
            assertTrue(workInterrupted.get());
            assertTrue(callerInterrupted.get());
        }
    }

    @Test
    void errorsSayWhatIsWrong() throws Exception {
        LinuxException missing = assertThrows(LinuxException.class, () -> NetworkNamespace.open("no-such-ns"));
        assertEquals("ENOENT", missing.errnoName());
        assertTrue(String.valueOf(missing.getMessage()).contains("ip netns list"), missing.getMessage());

        Path file = Files.createTempFile("not-a-namespace", "");
        try {
            LinuxException plain = assertThrows(LinuxException.class, () -> NetworkNamespace.open(file.toString()));
            assertTrue(String.valueOf(plain.getMessage()).contains("not a namespace file"), plain.getMessage());
        } finally {
            Files.delete(file);
        }
        LinuxException other = assertThrows(LinuxException.class, () -> NetworkNamespace.open("/proc/self/ns/uts"));
        assertTrue(String.valueOf(other.getMessage()).contains("another kind"), other.getMessage());
        assertThrows(IllegalArgumentException.class, () -> NetworkNamespace.open(""));
    }
}
