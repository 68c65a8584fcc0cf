package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a BGP session asks of TCP: signatures, GTSM, time-outs and small buffers. */
final class TcpOptionsIT extends TcpFixture {
    private static final byte[] KEY = "braid-secret".getBytes(StandardCharsets.US_ASCII);

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

    /** A peer that reads nothing: without the limit the kernel takes megabytes, which later writes wait behind. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theKernelTakesLittleMoreThanItCanSend(boolean ipv6) {
        int limit = 32 * 1024;
        long bounded = takenByTheKernel(ipv6, TcpOptions.DEFAULT.withUnsentBytes(limit));
        long unbounded = takenByTheKernel(ipv6, TcpOptions.DEFAULT);
        assertTrue(
                unbounded - bounded > limit, () -> bounded + " bytes with the limit and " + unbounded + " without it");
        assertThrows(IllegalArgumentException.class, () -> TcpOptions.DEFAULT.withUnsentBytes(-1));
    }

    private long takenByTheKernel(boolean ipv6, TcpOptions options) {
        try (TcpListener listener = listen(ipv6, TcpOptions.DEFAULT);
                TcpSocket client = connect(ipv6, options, null)) {
            assertTrue(connected(client, Duration.ofSeconds(5)));
            try (TcpSocket server = accepted(listener)) {
                assertEquals(options.unsentBytes(), LibcSocket.getIntOption(client.fd(), 6, 25));
                ByteBuffer block = ByteBuffer.allocateDirect(64 * 1024);
                long taken = 0;
                // Until nothing was taken for a while: what is sent and acknowledged makes room at first.
                for (int idle = 0; idle < 100; idle++) {
                    poller.poll(Duration.ofMillis(2).toNanos(), (_, _) -> {});
                    long count = client.write(block.clear());
                    if (count > 0) {
                        taken += count;
                        idle = 0;
                    }
                }
                server.reset();
                return taken;
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
