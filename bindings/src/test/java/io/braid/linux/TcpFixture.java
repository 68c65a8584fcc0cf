package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Two namespaces with a cable, connections between them, and a look at what is left open. */
abstract class TcpFixture {
    static final int PORT = 1790;

    @SuppressWarnings("NullAway.Init") // set before any test
    static VethPair link;

    final Poller poller = Poller.open();
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

    static TcpListener listen(boolean ipv6, TcpOptions options) {
        return TcpListener.open(link.b.namespace, VethPair.b(ipv6, PORT), options);
    }

    static TcpSocket connect(boolean ipv6, TcpOptions options, byte @Nullable [] key) {
        return TcpSocket.connect(link.a.namespace, VethPair.b(ipv6, PORT), VethPair.a(ipv6, 0), options, key);
    }

    /** Waits until the attempt has ended or the time is over; returns whether it is connected. */
    boolean connected(TcpSocket socket, Duration limit) {
        poller.add(socket, Poller.WRITE, socket);
        try {
            return poller.poll(limit.toNanos(), (_, _) -> {}) > 0 && socket.finishConnect();
        } finally {
            poller.remove(socket);
        }
    }

    TcpSocket accepted(TcpListener listener) {
        poller.add(listener, Poller.READ, listener);
        poller.poll(Duration.ofSeconds(5).toNanos(), (_, _) -> {});
        poller.remove(listener);
        TcpSocket socket = listener.accept();
        assertNotNull(socket);
        return socket;
    }

    void awaitReadable(TcpSocket socket) {
        poller.add(socket, Poller.READ, socket);
        assertEquals(1, poller.poll(Duration.ofSeconds(5).toNanos(), (_, _) -> {}));
        poller.remove(socket);
    }
}
