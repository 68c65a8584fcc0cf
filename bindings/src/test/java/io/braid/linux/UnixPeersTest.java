package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixPeersTest {
    @TempDir
    private Path directory;

    private static ServerSocketChannel listen(Path path) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
    }

    @Test
    void tellsEachConnectionsProcess() throws Exception {
        Path path = directory.resolve("s");
        var open = new ArrayList<AutoCloseable>();
        try (ServerSocketChannel server = listen(path);
                ServerSocketChannel other = listen(directory.resolve("o"))) {
            var peers = new UnixPeers(path);
            assertNull(peers.accepted(), "nothing was accepted");
            long uid = ((Number) Files.getAttribute(directory, "unix:uid")).longValue();
            long gid = ((Number) Files.getAttribute(directory, "unix:gid")).longValue();
            for (int i = 0; i < 20; i++) {
                open.add(SocketChannel.open(UnixDomainSocketAddress.of(path)));
                open.add(SocketChannel.open(UnixDomainSocketAddress.of(directory.resolve("o"))));
                open.add(server.accept());
                open.add(other.accept());
                try (UnixPeer peer = peers.accepted()) {
                    assertNotNull(peer);
                    assertEquals(ProcessHandle.current().pid(), peer.pid());
                    assertEquals(uid, peer.uid());
                    assertEquals(gid, peer.gid());
                    assertTrue(peer.isThere());
                }
                if (i % 3 == 0) {
                    open.removeFirst().close();
                }
            }
            open.add(SocketChannel.open(UnixDomainSocketAddress.of(path)));
            open.add(SocketChannel.open(UnixDomainSocketAddress.of(path)));
            open.add(server.accept());
            open.add(server.accept());
            assertNull(peers.accepted(), "which of the two?");
            assertNull(peers.accepted(), "and both are known now");
        } finally {
            for (AutoCloseable each : open) {
                each.close();
            }
        }
    }

    @Test
    void anotherProcessIsTold() throws Exception {
        Path path = directory.resolve("s");
        try (ServerSocketChannel server = listen(path)) {
            Process client = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xshare:auto",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Client.class.getName(),
                            path.toString())
                    .redirectErrorStream(true)
                    .start();
            try (SocketChannel accepted = server.accept();
                    UnixPeer peer = new UnixPeers(path).accepted()) {
                assertNotNull(peer);
                assertTrue(accepted.isConnected());
                assertEquals(client.pid(), peer.pid());
                assertTrue(peer.isThere());
                client.destroyForcibly();
                client.waitFor();
                assertFalse(peer.isThere(), "its number may be another's by now");
            } finally {
                client.destroyForcibly();
            }
        }
    }

    /** Connects and waits to be killed. */
    static final class Client {
        private Client() {}

        /** Connects to the socket it is given. */
        public static void main(String[] arguments) throws Exception {
            try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(arguments[0]))) {
                System.out.println(channel);
                System.in.read();
            }
        }
    }
}
