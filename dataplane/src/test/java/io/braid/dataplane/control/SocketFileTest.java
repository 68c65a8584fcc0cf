package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlException.Kind;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketFileTest {
    private final FakeService service = new FakeService();

    @TempDir
    private Path directory;

    @Test
    void onlyTheOwnerMayConnectAndADirectoryMadeForItIsPrivate() throws Exception {
        Path upper = directory.resolve("a");
        Path parent = upper.resolve("b");
        Path socket = parent.resolve("control.sock");
        try (var server = ControlServer.start(socket, service)) {
            assertEquals(socket, server.socket());
            assertEquals("rw-------", mode(socket));
            assertEquals("rwx------", mode(parent));
            assertEquals("rwx------", mode(upper));
            assertEquals(List.of("control.sock", "control.sock.lock"), list(parent));
        }
        assertEquals(List.of("control.sock.lock"), list(parent));
    }

    @Test
    void aDirectoryThatIsThereKeepsItsMode() throws Exception {
        Path shared = Files.createDirectory(directory.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var server = ControlServer.start(shared.resolve("control.sock"), service)) {
            assertEquals("rwxr-xr-x", mode(shared));
            assertEquals("rw-------", mode(server.socket()));
        }
    }

    @Test
    void aDeadSocketIsReplaced() throws Exception {
        Path socket = directory.resolve("control.sock");
        leaveDeadSocket(socket);
        try (var server = ControlServer.start(socket, service)) {
            assertEquals(
                    Samples.status(),
                    new ControlClient(server.socket()).status().value());
        }
        assertFalse(Files.exists(socket));
    }

    @Test
    void aLivingSocketIsLeftAlone() throws Exception {
        Path socket = directory.resolve("control.sock");
        try (var first = ControlServer.start(socket, service)) {
            assertRefused(Kind.CONFLICT, "another braid is running (socket " + socket + ")", socket);
            assertEquals(
                    Samples.status(), new ControlClient(first.socket()).status().value());
        }
        ControlServer.start(socket, service).close();
    }

    @Test
    void aLivingSocketWhoseQueueIsFullIsLeftAlone() throws Exception {
        Path socket = directory.resolve("control.sock");
        var waiting = new ArrayList<SocketChannel>();
        try (var busy = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            busy.bind(UnixDomainSocketAddress.of(socket), 1);
            assertThrows(SocketException.class, () -> {
                for (int i = 0; i < 100; i++) {
                    var one = SocketChannel.open(StandardProtocolFamily.UNIX);
                    waiting.add(one);
                    one.configureBlocking(false);
                    one.connect(UnixDomainSocketAddress.of(socket));
                }
            });
            assertRefused(Kind.CONFLICT, "another braid is running", socket);
            assertTrue(Files.exists(socket));
        } finally {
            for (SocketChannel one : waiting) {
                one.close();
            }
        }
    }

    @Test
    void whatIsNotASocketIsNeverRemoved() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "precious");
        assertRefused(Kind.FAILED, "not a socket", file);
        assertEquals("precious", Files.readString(file));
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("nowhere"));
        assertRefused(Kind.FAILED, "not a socket", link);
        assertTrue(Files.exists(link, LinkOption.NOFOLLOW_LINKS));
        Path folder = Files.createDirectory(directory.resolve("folder"));
        assertRefused(Kind.FAILED, "not a socket", folder);
        assertTrue(Files.isDirectory(folder));
        assertRefused(Kind.FAILED, "file/control.sock", file.resolve("control.sock"));
        assertRefused(Kind.FAILED, "names a directory", Path.of("/"));
    }

    @Test
    void anotherOnesSocketIsNotRemovedAtTheEnd() throws Exception {
        Path socket = directory.resolve("control.sock");
        var server = ControlServer.start(socket, service);
        // Kept under another name: otherwise the file system may give its inode number to the next file.
        Files.move(socket, directory.resolve("old"));
        leaveDeadSocket(socket);
        server.close();
        assertTrue(Files.exists(socket));
    }

    @Test
    void aPathThatLinuxCannotBindIsExplained() {
        Path socket = directory.resolve("x".repeat(120));
        assertRefused(Kind.FAILED, "Linux allows 107", socket);
        assertRefused(Kind.FAILED, "Linux allows 107", directory.resolve("y".repeat(110) + "/c"));
    }

    @Test
    void ofManyThatStartAtOnceOneRuns() throws Exception {
        for (int round = 0; round < 5; round++) {
            Path socket = directory.resolve("r" + round);
            leaveDeadSocket(socket);
            var together = new CyclicBarrier(6);
            var running = new ArrayList<ControlServer>();
            try (var starters = Executors.newFixedThreadPool(6)) {
                var starts = new ArrayList<Future<Boolean>>();
                for (int i = 0; i < 6; i++) {
                    starts.add(starters.submit(() -> {
                        together.await();
                        try {
                            var server = ControlServer.start(socket, service);
                            synchronized (running) {
                                running.add(server);
                            }
                            return true;
                        } catch (ControlException e) {
                            assertEquals(Kind.CONFLICT, e.kind(), e.explanation());
                            return false;
                        }
                    }));
                }
                int started = 0;
                for (Future<Boolean> start : starts) {
                    started += start.get() ? 1 : 0;
                }
                assertEquals(1, started);
                assertEquals(
                        Samples.status(), new ControlClient(socket).status().value());
            } finally {
                running.forEach(ControlServer::close);
            }
            assertEquals(
                    List.of(),
                    list(directory).stream()
                            .filter(name -> name.startsWith(".b"))
                            .toList());
        }
    }

    private void assertRefused(Kind kind, String why, Path socket) {
        var e = assertThrows(
                ControlException.class,
                () -> ControlServer.start(socket, service).close());
        assertEquals(kind, e.kind(), e.explanation());
        assertTrue(e.explanation().contains(why), e.explanation());
    }

    private static void leaveDeadSocket(Path socket) throws IOException {
        try (var dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(socket));
        }
        assertTrue(Files.exists(socket));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static List<String> list(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }
}
