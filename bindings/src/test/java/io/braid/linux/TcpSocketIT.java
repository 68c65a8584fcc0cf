package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TCP between two namespaces, IPv4 and IPv6. */
final class TcpSocketIT extends TcpFixture {
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
}
