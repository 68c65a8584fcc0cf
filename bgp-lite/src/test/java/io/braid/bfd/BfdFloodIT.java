package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.Interfaces;
import io.braid.linux.UdpSocket;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Others on the link send to port 3784 what they can: known peers' packets still arrive. */
final class BfdFloodIT extends EnginePair {
    private static final Duration FLOOD = Duration.ofSeconds(3);

    /** Sends garbage from another address of the peer's end until closed. */
    private final class Flood implements AutoCloseable {
        private final AtomicLong sent = new AtomicLong();
        private final int bytes;
        private final int atOnce;
        private final boolean v6;
        private final Thread thread;
        private volatile boolean stop;

        /** @param atOnce datagrams before a pause of a millisecond, 0 for no pauses */
        Flood(boolean v6, int bytes, int atOnce) {
            this.v6 = v6;
            this.bytes = bytes;
            this.atOnce = atOnce;
            this.thread = Thread.ofPlatform().daemon().start(this::run);
        }

        private void run() {
            InetSocketAddress from = new InetSocketAddress(stranger(v6), 0);
            try (Arena arena = Arena.ofConfined();
                    UdpSocket socket = UdpSocket.open(link.peers, from, "eth0")) {
                socket.setTtl(255);
                socket.connect(new InetSocketAddress(
                        v6 ? LabLink.ipv6(0, true) : LabLink.ipv4(0, true), SessionTransport.CONTROL_PORT));
                MemorySegment garbage = arena.allocate(bytes);
                while (!stop) {
                    if (socket.send(garbage) > 0 && sent.incrementAndGet() % Math.max(atOnce, 1) == 0 && atOnce > 0) {
                        Thread.sleep(1);
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            stop = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    private static InetAddress stranger(boolean v6) {
        try {
            return InetAddress.getByName(v6 ? "2001:db8:0::66" : "192.0.0.66");
        } catch (java.net.UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private void addStranger(boolean v6) {
        Interfaces.in(link.peerName)
                .run("addr", "add", stranger(v6).getHostAddress() + (v6 ? "/64" : "/24"), "dev", "eth0", "nodad");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFloodDoesNotBringASessionDown(boolean v6) throws Exception {
        inTime(() -> {
            BfdSession session = up(0, v6);
            addStranger(v6);
            long sent;
            try (Flood flood = new Flood(v6, 200, 100)) {
                Thread.sleep(FLOOD);
                LabLink.until("a flood", Duration.ofSeconds(30), () -> flood.sent.get() > 10_000);
                sent = flood.sent.get();
            }
            assertEquals(List.of(), ourLog.changes());
            assertEquals(List.of(), theirLog.changes());
            assertEquals(SessionState.UP, session.state());
            Long seen = ours.discards().get(DiscardReason.VERSION);
            System.out.println("flood of " + sent + " datagrams, " + seen + " read and discarded, no change");
        });
    }

    /**
     * The engine is held up for 60 ms at a time, in which the flood fills the receive buffer of the socket for all: the
     * kernel drops most of what comes there. The peer has its own, also after it has come back with another port.
     */
    @ParameterizedTest
    @ValueSource(strings = {"ipv4", "ipv6", "link-local"})
    void anOverflowLosesNothingOfKnownPeers(String kind) throws Exception {
        inTime(() -> {
            boolean v6 = !kind.equals("ipv4");
            addStranger(v6);
            BfdSession session = ours.add(config(kind, true), ourLog);
            BfdSession theirSession = theirs.add(config(kind, false), theirLog);
            int port = theirSession.status().sourcePort();
            settle(session);
            overflow(session, v6);

            theirs.close();
            ourLog.await(SessionState.DOWN, Duration.ofSeconds(2));
            theirLog.clear();
            theirs = BfdEngine.start(link.peers, BfdEngine.DEFAULT_PRIORITY);
            ourLog.clear();
            theirSession = theirs.add(config(kind, false), theirLog);
            settle(session);
            assertNotEquals(port, theirSession.status().sourcePort());
            overflow(session, v6);
        });
    }

    private static SessionConfig config(String kind, boolean our) {
        return kind.equals("link-local")
                ? new SessionConfig(LabLink.linkLocal(our), LabLink.linkLocal(!our), "eth0", BfdTimers.FAST)
                : LabLink.config(0, kind.equals("ipv6"), our, BfdTimers.FAST);
    }

    private void settle(BfdSession session) {
        ourLog.await(SessionState.UP, UP_LIMIT);
        theirLog.await(SessionState.UP, UP_LIMIT);
        awaitFast(session);
        ourLog.clear();
        theirLog.clear();
    }

    private void overflow(BfdSession session, boolean v6) throws Exception {
        long before = drops(v6, true);
        try (Flood flood = new Flood(v6, 1400, 0)) {
            long end = System.nanoTime() + FLOOD.toNanos();
            while (System.nanoTime() - end < 0) {
                ours.call(BfdFloodIT::holdUp);
                Thread.sleep(10);
            }
            long dropped = drops(v6, true) - before;
            System.out.println("flood of " + flood.sent + " datagrams, the kernel dropped " + dropped);
            assertTrue(dropped > 0, "the socket for all did not overflow");
        }
        assertEquals(List.of(), ourLog.changes());
        assertEquals(List.of(), theirLog.changes());
        assertEquals(SessionState.UP, session.state());
        assertEquals(0, drops(v6, false), "dropped of the peer's");
    }

    private static @Nullable Void holdUp() throws InterruptedException {
        Thread.sleep(60);
        return null;
    }

    /** How many datagrams the kernel dropped at port 3784 for want of room. */
    private long drops(boolean v6, boolean forAll) {
        String port = ":" + String.format(Locale.ROOT, "%04X", SessionTransport.CONTROL_PORT);
        return LabLink.run(List.of("ip", "netns", "exec", link.oursName, "cat", "/proc/net/udp" + (v6 ? "6" : "")))
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(f -> f[1].endsWith(port) && f[1].matches("0+:.*") == forAll)
                .mapToLong(f -> Long.parseLong(f[f.length - 1]))
                .sum();
    }
}
