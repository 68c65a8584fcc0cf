package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waiting, waking and the end of sockets, over the loopback device; needs no root. */
final class PollerTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment hello = arena.allocateFrom("hello");
    private long filesBefore;

    @BeforeEach
    void count() throws Exception {
        try (Poller warm = Poller.open()) {
            warm.poll(0, (_, _) -> {});
        }
        filesBefore = OpenFiles.count();
    }

    @AfterEach
    void nothingIsLeftOpen() throws Exception {
        arena.close();
        OpenFiles.assertCount(filesBefore);
    }

    private static UdpSocket udp() {
        return UdpSocket.open(null, ANY_PORT, null);
    }

    @Test
    void waitsAsLongAsTold() {
        try (Poller poller = Poller.open()) {
            for (long micros : new long[] {300, 1_000, 20_000}) {
                long nanos = Duration.ofNanos(micros * 1000).toNanos();
                long start = System.nanoTime();
                assertEquals(0, poller.poll(nanos, (_, _) -> {}));
                long took = System.nanoTime() - start;
                assertTrue(took >= nanos, took + " ns instead of " + nanos);
            }
        }
    }

    @Test
    void wakesFromAnyThreadOncePerWait() throws Exception {
        try (Poller poller = Poller.open()) {
            // Before the wait, several times: one wait ends at once, the next one does not.
            poller.wakeup();
            poller.wakeup();
            long start = System.nanoTime();
            poller.poll(-1, (_, _) -> {});
            poller.poll(Duration.ofMillis(30).toNanos(), (_, _) -> {});
            assertTrue(System.nanoTime() - start >= 30_000_000, "a second wait ended early");

            AtomicLong rounds = new AtomicLong();
            Thread waker = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 1000; i++) {
                    long seen = rounds.get();
                    poller.wakeup();
                    while (rounds.get() == seen) {
                        Thread.onSpinWait();
                    }
                }
            });
            while (waker.isAlive()) {
                poller.poll(Duration.ofSeconds(1).toNanos(), (_, _) -> {});
                rounds.incrementAndGet();
            }
            waker.join();
        }
    }

    @Test
    void wakeupAfterCloseTouchesNothing() {
        Poller poller = Poller.open();
        poller.close();
        poller.close();
        poller.wakeup();
        assertThrows(IllegalStateException.class, () -> poller.poll(0, (_, _) -> {}));
    }

    @Test
    void reportsWhatIsReadyUntilItIsDealtWith() {
        try (Poller poller = Poller.open();
                UdpSocket one = udp();
                UdpSocket two = udp();
                UdpDatagram datagram = new UdpDatagram(64)) {
            poller.add(one, Poller.READ, "one");
            poller.add(two, 0, "two");
            one.sendTo(hello, one.localAddress());
            two.sendTo(hello, two.localAddress());
            List<Object> ready = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                assertEquals(1, poller.poll(1_000_000_000, (who, what) -> ready.add(who + " " + what)));
            }
            assertEquals(List.of("one 1", "one 1"), ready);
            assertEquals(6, one.receive(datagram));
            assertEquals(UdpSocket.WOULD_BLOCK, one.receive(datagram));
            assertEquals(0, poller.poll(0, (_, _) -> {}));

            poller.setInterest(two, Poller.READ | Poller.WRITE);
            ready.clear();
            poller.poll(1_000_000_000, (who, what) -> ready.add(who + " " + what));
            assertEquals(List.of("two 5"), ready);
            poller.remove(two);
            assertEquals(0, poller.poll(0, (_, _) -> {}));
            assertThrows(IllegalArgumentException.class, () -> poller.remove(two));
            assertThrows(LinuxException.class, () -> poller.add(one, Poller.READ, "again"));
        }
    }

    @Test
    void anEventOfARemovedSocketIsNotGivenToItsSuccessor() {
        try (Poller poller = Poller.open();
                UdpSocket first = udp();
                UdpDatagram datagram = new UdpDatagram(64)) {
            List<UdpSocket> open = new ArrayList<>(List.of(first, udp()));
            for (UdpSocket socket : open) {
                poller.add(socket, Poller.READ, socket);
                socket.sendTo(hello, socket.localAddress());
            }
            List<Object> reported = new ArrayList<>();
            UdpSocket[] successor = new UdpSocket[1];
            poller.poll(1_000_000_000, (who, _) -> {
                reported.add(who);
                if (successor[0] == null) {
                    // The other one, also ready, is closed; its number goes to a new socket, which is not ready.
                    UdpSocket other = open.get(open.indexOf(who) == 0 ? 1 : 0);
                    int number = other.fd();
                    poller.remove(other);
                    other.close();
                    UdpSocket made = udp();
                    assertEquals(number, made.fd());
                    poller.add(made, Poller.READ, made);
                    successor[0] = made;
                }
            });
            assertEquals(1, reported.size());
            assertNotNull(successor[0]);
            assertEquals(UdpSocket.WOULD_BLOCK, successor[0].receive(datagram));
            successor[0].close();
            open.forEach(UdpSocket::close);
        }
    }

    @Test
    void servesMoreSocketsThanOneWaitReports() {
        List<UdpSocket> sockets = new ArrayList<>();
        try (Poller poller = Poller.open();
                UdpDatagram datagram = new UdpDatagram(64)) {
            for (int i = 0; i < 200; i++) {
                UdpSocket socket = udp();
                sockets.add(socket);
                poller.add(socket, Poller.READ, socket);
                socket.sendTo(hello, socket.localAddress());
            }
            int served = 0;
            while (served < 200) {
                int now = poller.poll(1_000_000_000, (who, _) -> ((UdpSocket) who).receive(datagram));
                assertTrue(now > 0 && now <= 64, now + " in one wait");
                served += now;
            }
            assertEquals(0, poller.poll(0, (_, _) -> {}));
        } finally {
            sockets.forEach(UdpSocket::close);
        }
    }
}
