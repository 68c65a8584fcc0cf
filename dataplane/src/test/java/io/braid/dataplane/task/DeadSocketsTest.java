package io.braid.dataplane.task;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadSocketsTest {
    private static final long PATIENCE_NANOS = DeadSockets.PATIENCE_MILLIS * 1_000_000L;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final DeadSockets dead = new DeadSockets(List::of, CpuSet.empty());

    private Path socket() {
        return directory.resolve("vhost.sock");
    }

    private ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket()));
    }

    @Test
    void oneThatWasServedGoesAsSoonAsItIsRefused() throws IOException {
        try (ServerSocketChannel _ = listen()) {
            dead.look(socket(), true, 0);
        }
        dead.look(socket(), false, 1);
        assertFalse(Files.exists(socket()));
    }

    @Test
    void oneThatWasNeverServedMayBeInTheMaking() throws IOException {
        listen().close();
        dead.look(socket(), false, 0);
        dead.look(socket(), false, PATIENCE_NANOS - 1);
        assertTrue(Files.exists(socket()));
        dead.look(socket(), false, PATIENCE_NANOS);
        assertFalse(Files.exists(socket()));
    }

    @Test
    void anotherSocketOfTheSameNameBeginsAnew() throws IOException {
        try (ServerSocketChannel _ = listen()) {
            dead.look(socket(), true, 0);
            Files.move(socket(), directory.resolve("old")); // so that the file's number is not used again
        }
        listen().close();
        dead.look(socket(), false, 1);
        dead.look(socket(), false, 2);
        assertTrue(Files.exists(socket()));
    }

    @Test
    void oneThatIsListenedOnStays() throws IOException {
        try (ServerSocketChannel _ = listen()) {
            dead.look(socket(), true, 0);
            dead.look(socket(), false, 1);
            dead.look(socket(), false, 2 * PATIENCE_NANOS);
            assertTrue(Files.exists(socket()));
        }
    }

    @Test
    void aFileThatIsNoSocketStays() throws IOException {
        Files.createFile(socket());
        dead.look(socket(), false, 0);
        dead.look(socket(), false, 2 * PATIENCE_NANOS);
        assertTrue(Files.exists(socket()));
    }

    @Test
    void aLinkToAnothersSocketGoesAtOnceAndTheSocketStays() throws IOException {
        Path other = Files.createFile(directory.resolve("control.sock"));
        Files.createSymbolicLink(socket(), other);
        dead.look(socket(), false, 0);
        assertFalse(Files.exists(socket(), LinkOption.NOFOLLOW_LINKS));
        assertTrue(Files.exists(other));
    }
}
