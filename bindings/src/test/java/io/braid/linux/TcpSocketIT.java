package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TCP between two namespaces, IPv4 and IPv6, with everything a BGP session asks of it. */
final class TcpSocketIT {
    private static final int PORT = 1790;
    private static final byte[] KEY = "braid-secret".getBytes(StandardCharsets.US_ASCII);

    @SuppressWarnings("NullAway.Init") // set before any test
    private static VethPair link;

    private final Poller poller = Poller.open();
    private long filesBefore;

    @BeforeAll
    static void cable() throws Exception {
        link = new VethPair("t");
        try (TcpListener warm = TcpListener.open(link.b.namespace, VethPair.b(false, 0), TcpOptions.DEFAULT)) {
            assertTrue(warm.localAddress().getPort() > 0);
        }
    }

    @AfterAll
    static void remove() {
        link.close();
    }

    @BeforeEach
    void count() throws Exception {
        filesBefore = OpenFiles.count();
    }

    @AfterEach
    void nothingIsLeftOpen() throws Exception {
        OpenFiles.assertCount(filesBefore);
        poller.close();
    }

    private static TcpListener listen(boolean ipv6, TcpOptions options) {
        return TcpListener.open(link.b.namespace, VethPair.b(ipv6, PORT), options);
    }

    private static TcpSocket connect(boolean ipv6, TcpOptions options, byte @Nullable [] key) {
        return TcpSocket.connect(link.a.namespace, VethPair.b(ipv6, PORT), VethPair.a(ipv6, 0), options, key);
    }

    /** Waits until the attempt has ended or the time is over; returns whether it is connected. */
    private boolean connected(TcpSocket socket, Duration limit) {
        poller.add(socket, Poller.WRITE, socket);
        try {
            return poller.poll(limit.toNanos(), (_, _) -> {}) > 0 && socket.finishConnect();
        } finally {
            poller.remove(socket);
        }
    }

    private TcpSocket accepted(TcpListener listener) {
        poller.add(listener, Poller.READ, listener);
        poller.poll(Duration.ofSeconds(5).toNanos(), (_, _) -> {});
        poller.remove(listener);
        TcpSocket socket = listener.accept();
        assertNotNull(socket);
        return socket;
    }

    private void awaitReadable(TcpSocket socket) {
        poller.add(socket, Poller.READ, socket);
        assertEquals(1, poller.poll(Duration.ofSeconds(5).toNanos(), (_, _) -> {}));
        poller.remove(socket);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void carriesBytesBothWaysAndTellsTheEnd(boolean ipv6) {
        TcpOptions options = TcpOptions.DEFAULT.withDevice("eth0").withGtsm().withUserTimeoutMillis(5000);
        try (TcpListener listener = listen(ipv6, options);
                TcpSocket client = connect(ipv6, options, null)) {
            assertTrue(connected(client, Duration.ofSeconds(5)));
            try (TcpSocket server = accepted(listener)) {
                assertEquals(client.localAddress(), server.remoteAddress());
                assertEquals(VethPair.b(ipv6, PORT), server.localAddress());
                assertEquals(
                        VethPair.a(ipv6, 0).getAddress(), server.remoteAddress().getAddress());

                ByteBuffer in = ByteBuffer.allocateDirect(100);
                assertEquals(TcpSocket.WOULD_BLOCK, server.read(in));
                ByteBuffer out = ByteBuffer.allocateDirect(100)
                        .put("ping".getBytes(StandardCharsets.US_ASCII))
                        .flip();
                assertEquals(4, client.write(out));
                assertFalse(out.hasRemaining());
                awaitReadable(server);
                assertEquals(4, server.read(in));
                assertEquals(4, in.position());

                client.shutdownOutput();
                awaitReadable(server);
                assertEquals(TcpSocket.EOF, server.read(in));
                out.rewind();
                assertEquals(4, server.write(out), "the other way still works");
                awaitReadable(client);
                try (Arena arena = Arena.ofConfined()) {
                    assertEquals(4, client.read(arena.allocate(16)));
                }
                assertThrows(IllegalArgumentException.class, () -> client.read(ByteBuffer.allocate(10)), "heap buffer");
                assertThrows(IllegalArgumentException.class, () -> client.read(in.limit(in.position())), "no room");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFullBufferWouldBlockAndAResetIsTold(boolean ipv6) {
        try (TcpListener listener = listen(ipv6, TcpOptions.DEFAULT);
                TcpSocket client = connect(ipv6, TcpOptions.DEFAULT, null);
                Arena arena = Arena.ofConfined()) {
            assertTrue(connected(client, Duration.ofSeconds(5)));
            TcpSocket server = accepted(listener);
            MemorySegment block = arena.allocate(1 << 20);
            long written = 0;
            long last;
            while ((last = client.write(block)) > 0) {
                written += last;
                assertTrue(written < 1 << 30, "never full");
            }
            assertEquals(TcpSocket.WOULD_BLOCK, last);
            server.reset();
            awaitReadable(client);
            LinuxException reset = assertThrows(LinuxException.class, () -> client.read(block));
            assertEquals(Errno.ECONNRESET, reset.errno());
            LinuxException pipe = assertThrows(LinuxException.class, () -> client.write(block));
            assertEquals("EPIPE", pipe.errnoName(), "an error, not a signal");
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failedAttemptsSayWhy(boolean ipv6) throws Exception {
        try (TcpSocket refused = connect(ipv6, TcpOptions.DEFAULT, null)) {
            LinuxException e = assertThrows(LinuxException.class, () -> connected(refused, Duration.ofSeconds(5)));
            assertEquals(Errno.ECONNREFUSED, e.errno());
        }
        LinuxException device =
                assertThrows(LinuxException.class, () -> connect(ipv6, TcpOptions.DEFAULT.withDevice("nope0"), null));
        assertEquals(Errno.ENODEV, device.errno());
        InetSocketAddress foreign = new InetSocketAddress(ipv6 ? "2001:db8:9::9" : "198.51.100.9", 0);
        LinuxException source = assertThrows(
                LinuxException.class,
                () -> TcpSocket.connect(link.a.namespace, VethPair.b(ipv6, PORT), foreign, TcpOptions.DEFAULT, null));
        assertEquals(Errno.EADDRNOTAVAIL, source.errno());
        assertThrows(
                IllegalArgumentException.class,
                () -> TcpSocket.connect(
                        link.a.namespace, VethPair.b(ipv6, PORT), VethPair.a(!ipv6, 0), TcpOptions.DEFAULT, null));
        LinuxException taken = assertThrows(LinuxException.class, () -> {
            try (TcpListener first = listen(ipv6, TcpOptions.DEFAULT);
                    TcpListener second = listen(ipv6, TcpOptions.DEFAULT)) {
                assertEquals(first.localAddress(), second.localAddress());
            }
        });
        assertEquals(Errno.EADDRINUSE, taken.errno());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void gtsmDropsWhatCameFromFurtherAway(boolean ipv6) {
        try (TcpListener listener = listen(ipv6, TcpOptions.DEFAULT.withGtsm())) {
            try (TcpSocket far = connect(ipv6, TcpOptions.DEFAULT.withTtl(254), null)) {
                assertFalse(connected(far, Duration.ofMillis(400)), "TTL 254 must not reach the listener");
            }
            try (TcpSocket near = connect(ipv6, TcpOptions.DEFAULT.withTtl(255), null)) {
                assertTrue(connected(near, Duration.ofSeconds(5)));
                try (TcpSocket server = accepted(listener)) {
                    // What the listener demands holds for the connections it accepts.
                    int level = ipv6 ? 41 : 0;
                    assertEquals(255, LibcSocket.getIntOption(server.fd(), level, ipv6 ? 73 : 21));
                    assertEquals(TcpOptions.CS6 << 2, LibcSocket.getIntOption(server.fd(), level, ipv6 ? 67 : 1));
                    server.apply(TcpOptions.DEFAULT.withUserTimeoutMillis(777));
                    assertEquals(777, LibcSocket.getIntOption(server.fd(), 6, 18));
                    assertEquals(0, LibcSocket.getIntOption(server.fd(), level, ipv6 ? 73 : 21));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void md5LetsOnlyTheRightKeyIn(boolean ipv6) throws Exception {
        InetAddress peer = VethPair.a(ipv6, 0).getAddress();
        Duration noAnswer = Duration.ofMillis(400);
        try (TcpListener listener = listen(ipv6, TcpOptions.DEFAULT)) {
            listener.setMd5Key(peer, KEY);
            try (TcpSocket unsigned = connect(ipv6, TcpOptions.DEFAULT, null)) {
                assertFalse(connected(unsigned, noAnswer), "unsigned attempt was accepted");
            }
            byte[] wrong = "other".getBytes(StandardCharsets.US_ASCII);
            try (TcpSocket mistaken = connect(ipv6, TcpOptions.DEFAULT, wrong)) {
                assertFalse(connected(mistaken, noAnswer), "wrong key was accepted");
            }
            try (TcpSocket client = connect(ipv6, TcpOptions.DEFAULT, KEY)) {
                assertTrue(connected(client, Duration.ofSeconds(5)));
                try (TcpSocket server = accepted(listener)) {
                    ByteBuffer data = ByteBuffer.allocateDirect(8).putLong(42).flip();
                    assertEquals(8, server.write(data), "accepted sockets sign as well");
                    awaitReadable(client);
                    assertEquals(8, client.read(data.clear()));
                }
            }
            listener.removeMd5Key(peer);
            LinuxException again = assertThrows(LinuxException.class, () -> listener.removeMd5Key(peer));
            assertTrue(String.valueOf(again.getMessage()).contains("no key was installed"), again.getMessage());
            // A peer that signs where no key is known is not answered: half-configured never comes up plain.
            try (TcpSocket signed = connect(ipv6, TcpOptions.DEFAULT, KEY)) {
                assertFalse(connected(signed, noAnswer), "signed attempt met a listener without key");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKeyThatCannotBeInstalledPreventsTheAttempt(boolean ipv6) throws Exception {
        try (TcpListener listener = listen(ipv6, TcpOptions.DEFAULT)) {
            InetAddress other = VethPair.a(!ipv6, 0).getAddress();
            assertThrows(IllegalArgumentException.class, () -> listener.setMd5Key(other, KEY), "other family");
            assertThrows(IllegalArgumentException.class, () -> connect(ipv6, TcpOptions.DEFAULT, new byte[81]));
            assertThrows(IllegalArgumentException.class, () -> connect(ipv6, TcpOptions.DEFAULT, new byte[0]));
            // No option memory is how a real kernel refuses a key.
            try (var _ = optionMemory().writeUntilClosed("net.core.optmem_max", "64")) {
                LinuxException e = assertThrows(LinuxException.class, () -> connect(ipv6, TcpOptions.DEFAULT, KEY));
                assertTrue(e.call()
                        .contains("TCP_MD5SIG for "
                                + VethPair.b(ipv6, 0).getAddress().getHostAddress()));
                assertTrue(String.valueOf(e.getMessage()).contains("optmem_max"), e.getMessage());
            }
            assertEquals(null, listener.accept(), "nothing was sent");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void userTimeoutEndsAConnectionWhosePeerVanished(boolean ipv6) {
        TcpOptions options = TcpOptions.DEFAULT.withUserTimeoutMillis(600);
        try (TcpListener listener = listen(ipv6, TcpOptions.DEFAULT);
                TcpSocket client = connect(ipv6, options, null)) {
            assertTrue(connected(client, Duration.ofSeconds(5)));
            try (TcpSocket server = accepted(listener)) {
                assertNotNull(server);
                silence(true);
                long start = System.nanoTime();
                client.write(ByteBuffer.allocateDirect(10));
                awaitReadable(client);
                LinuxException e = assertThrows(LinuxException.class, () -> client.read(ByteBuffer.allocateDirect(10)));
                long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
                assertEquals("ETIMEDOUT", e.errnoName());
                assertTrue(millis >= 500 && millis < 3000, millis + " ms");
                server.reset();
            } finally {
                silence(false);
            }
        }
    }

    /** The limit is the namespace's own since Linux 6.8, and the whole machine's before. */
    private static Sysctl optionMemory() {
        Sysctl inside = Sysctl.in(link.a.namespace);
        try {
            inside.read("net.core.optmem_max");
            return inside;
        } catch (UncheckedIOException e) {
            return Sysctl.host();
        }
    }

    /** Drops everything in one direction without a change of carrier. */
    private static void silence(boolean on) {
        link.a.namespace.run(() -> {
            try {
                String[] command = on
                        ? new String[] {
                            "tc", "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", "8kbit", "burst", "10", "limit",
                            "10"
                        }
                        : new String[] {"tc", "qdisc", "del", "dev", "eth0", "root"};
                assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
                return true;
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
