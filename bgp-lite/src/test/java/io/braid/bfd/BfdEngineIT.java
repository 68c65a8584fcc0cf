package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bfd.StateChange.Cause;
import io.braid.linux.Interfaces;
import io.braid.linux.LinuxException;
import io.braid.linux.UdpSocket;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two engines against each other over veth cables. */
final class BfdEngineIT {
    private static final Duration UP_LIMIT = Duration.ofSeconds(8);
    private static final int CABLES = 3;

    @SuppressWarnings("NullAway.Init") // set before each test
    private LabLink link;

    @SuppressWarnings("NullAway.Init")
    private BfdEngine ours;

    @SuppressWarnings("NullAway.Init")
    private BfdEngine theirs;

    private final ChangeLog ourLog = new ChangeLog();
    private final ChangeLog theirLog = new ChangeLog();
    private long socketsBefore;

    @BeforeEach
    void start() throws Exception {
        link = new LabLink(CABLES);
        socketsBefore = sockets();
        ours = BfdEngine.start(link.ours, BfdEngine.DEFAULT_PRIORITY);
        theirs = BfdEngine.start(link.peers, BfdEngine.DEFAULT_PRIORITY);
    }

    @AfterEach
    void stop() throws Exception {
        ours.close();
        theirs.close();
        assertEquals(socketsBefore, sockets(), "sockets, epoll and event descriptors left open");
        link.close();
    }

    private static long sockets() throws Exception {
        try (var fds = Files.list(Path.of("/proc/self/fd"))) {
            return fds.filter(fd -> {
                        try {
                            String target = Files.readSymbolicLink(fd).toString();
                            return target.startsWith("socket:") || target.startsWith("anon_inode:");
                        } catch (java.io.IOException e) {
                            return false; // the listing's own, closed by now
                        }
                    })
                    .count();
        }
    }

    private BfdSession up(int cable, boolean v6) {
        BfdSession session = ours.add(LabLink.config(cable, v6, true, BfdTimers.FAST), ourLog);
        theirs.add(LabLink.config(cable, v6, false, BfdTimers.FAST), theirLog);
        ourLog.await(SessionState.UP, UP_LIMIT);
        theirLog.await(SessionState.UP, UP_LIMIT);
        LabLink.until("timers agreed", UP_LIMIT, () -> {
            SessionView view = session.status().view();
            return view.detectionTime().equals(Duration.ofMillis(150)) && !view.polling();
        });
        ourLog.clear();
        theirLog.clear();
        return session;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void comesUpNoticesSilenceAndComesBack(boolean v6) {
        BfdSession session = up(0, v6);
        SessionStatus status = session.status();
        assertEquals(SessionState.UP, session.state());
        assertEquals(SessionState.UP, status.view().remoteState());
        assertEquals(Duration.ofMillis(50), status.view().transmitInterval());
        assertTrue(status.sourcePort() >= 49152 && status.sourcePort() <= 65535);
        assertTrue(ours.isRealTime(), "root may");
        assertEquals(null, status.error());

        List<Long> millis = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            long cut = System.nanoTime();
            link.silence(0, true);
            for (ChangeLog log : List.of(ourLog, theirLog)) {
                ChangeLog.Entry down = log.await(SessionState.DOWN, Duration.ofSeconds(2));
                assertEquals(Cause.DETECTION_TIME_EXPIRED, down.change().cause());
                assertTrue(down.change().silence().toMillis() >= 150, down.toString());
                long took = (down.nanos() - cut) / 1_000_000;
                millis.add(took);
                assertTrue(took <= 350, "detected after " + took + " ms");
            }
            ourLog.clear();
            theirLog.clear();
            link.silence(0, false);
            ourLog.await(SessionState.UP, UP_LIMIT);
            theirLog.await(SessionState.UP, UP_LIMIT);
            LabLink.until(
                    "timers agreed",
                    UP_LIMIT,
                    () -> session.status().view().detectionTime().equals(Duration.ofMillis(150)));
            ourLog.clear();
            theirLog.clear();
        }
        System.out.println((v6 ? "IPv6" : "IPv4") + " silent loss detected after ms: " + millis);
    }

    @Test
    void linkLocalAddressesOnEveryDeviceAreSessionsOfTheirOwn() {
        List<BfdSession> sessions = new ArrayList<>();
        List<ChangeLog> logs = new ArrayList<>();
        for (int n = 0; n < CABLES; n++) {
            ChangeLog log = new ChangeLog();
            logs.add(log);
            String device = LabLink.device(n);
            sessions.add(ours.add(
                    new SessionConfig(LabLink.linkLocal(true), LabLink.linkLocal(false), device, BfdTimers.FAST), log));
            theirs.add(
                    new SessionConfig(LabLink.linkLocal(false), LabLink.linkLocal(true), device, BfdTimers.FAST),
                    theirLog);
        }
        for (ChangeLog log : logs) {
            log.await(SessionState.UP, UP_LIMIT);
        }
        Set<Integer> numbers = new HashSet<>();
        Set<Integer> ports = new HashSet<>();
        for (BfdSession session : sessions) {
            LabLink.until(
                    "fast",
                    UP_LIMIT,
                    () -> session.status().view().detectionTime().equals(Duration.ofMillis(150)));
            numbers.add(session.status().view().localDiscriminator());
            ports.add(session.status().sourcePort());
        }
        assertEquals(CABLES, numbers.size(), "discriminators");
        assertEquals(CABLES, ports.size(), "source ports");
        logs.forEach(ChangeLog::clear);
        link.silence(1, true);
        logs.get(1).await(SessionState.DOWN, Duration.ofSeconds(2));
        assertEquals(List.of(), logs.get(0).changes());
        assertEquals(List.of(), logs.get(2).changes());
    }

    @Test
    void busyCpusRaiseNoFalseAlarm() throws Exception {
        System.gc(); // the garbage of earlier tests is not asked about here
        BfdSession session = up(0, false);
        BfdSession six = ours.add(LabLink.config(1, true, true, BfdTimers.FAST), ourLog);
        theirs.add(LabLink.config(1, true, false, BfdTimers.FAST), theirLog);
        ourLog.await(SessionState.UP, UP_LIMIT);
        LabLink.until(
                "fast", UP_LIMIT, () -> six.status().view().detectionTime().toMillis() == 150);
        ourLog.clear();
        theirLog.clear();
        long before = session.status().received();
        try (BusyCpus busy = new BusyCpus()) {
            assertNotNull(busy);
            ours.takeLongestDelay();
            Thread.sleep(10_000);
        }
        Duration delay = ours.takeLongestDelay();
        assertEquals(List.of(), ourLog.changes(), () -> "longest delay " + delay);
        assertEquals(List.of(), theirLog.changes(), () -> "longest delay " + delay);
        long received = session.status().received() - before;
        System.out.println("both CPUs busy for 10 s: no change, " + received
                + " packets received (228 at 43.75 ms), longest delay " + delay.toNanos() / 1000 + " us");
        assertTrue(received >= 190, received + " packets in 10 s");
    }

    @Test
    void anOperatorsDownIsToldAndTimersChangeWhileUp() {
        BfdSession session = up(0, true);
        session.setTimers(BfdTimers.ofMillis(200, 4));
        LabLink.until(
                "slower",
                UP_LIMIT,
                () -> session.status().view().transmitInterval().toMillis() == 200
                        && session.status().view().detectionTime().toMillis() == 600);
        session.setTimers(BfdTimers.FAST);
        LabLink.until(
                "faster",
                UP_LIMIT,
                () -> session.status().view().transmitInterval().toMillis() == 50);
        assertEquals(List.of(), ourLog.changes());

        session.setAdminDown(true);
        assertEquals(SessionState.ADMIN_DOWN, session.state());
        StateChange told =
                theirLog.await(SessionState.DOWN, Duration.ofSeconds(1)).change();
        assertEquals(Cause.PEER_ADMIN_DOWN, told.cause());
        assertEquals(Diagnostic.ADMINISTRATIVELY_DOWN, told.remote());
        assertFalse(told.isPathFailure());
        session.setAdminDown(false);
        ourLog.await(SessionState.UP, UP_LIMIT);
        theirLog.clear();
        session.close();
        session.close();
        assertEquals(
                Cause.PEER_ADMIN_DOWN,
                theirLog.await(SessionState.DOWN, Duration.ofSeconds(1))
                        .change()
                        .cause());
        // The same endpoint may have a new session, which finds the peer's old one.
        ourLog.clear();
        ours.add(LabLink.config(0, true, true, BfdTimers.FAST), ourLog);
        ourLog.await(SessionState.UP, UP_LIMIT);
    }

    @Test
    void hostileDatagramsAreCountedAndChangeNothing() throws Exception {
        BfdSession session = up(0, false);
        int number = session.status().view().localDiscriminator();
        Interfaces.in(link.peerName).addAddress("eth0", InetAddress.getByName("192.0.0.66"), 24);
        ControlPacket down =
                new ControlPacket(0, SessionState.DOWN, false, false, false, false, 3, 99, number, 1, 1, 0);
        ControlPacket unknown =
                new ControlPacket(0, SessionState.DOWN, false, false, false, false, 3, 99, ~number, 1, 1, 0);
        ControlPacket stray = new ControlPacket(0, SessionState.DOWN, false, false, false, false, 3, 99, 0, 1, 1, 0);
        try (Arena arena = Arena.ofConfined()) {
            send(arena, "192.0.0.2", "eth0", 0, 254, down);
            assertCounted(DiscardReason.TTL_NOT_255);
            send(arena, "192.0.0.66", "eth0", 0, 255, down);
            assertCounted(DiscardReason.WRONG_SENDER);
            send(arena, "192.0.0.66", "eth0", 0, 255, stray);
            assertCounted(DiscardReason.NO_SESSION);
            send(arena, "192.0.0.2", "eth0", 0, 255, unknown);
            assertCounted(DiscardReason.UNKNOWN_DISCRIMINATOR);
            // The peer's own address, by another cable.
            Interfaces.in(link.oursName).run("route", "add", "192.0.0.2/32", "dev", "eth1", "metric", "1");
            io.braid.linux.Sysctl.in(link.ours).write("net.ipv4.conf.all.rp_filter", "0");
            io.braid.linux.Sysctl.in(link.ours).write("net.ipv4.conf.eth1.rp_filter", "0");
            Interfaces.in(link.peerName).run("addr", "add", "192.0.0.2/32", "dev", "eth1");
            send(arena, "192.0.0.2", "eth1", 1, 255, down);
            assertCounted(DiscardReason.WRONG_INTERFACE);
            MemorySegment shortOne = arena.allocate(23);
            sendRaw("192.0.0.66", "eth0", 0, 255, shortOne);
            assertCounted(DiscardReason.TRUNCATED);
        }
        assertEquals(SessionState.UP, session.state());
        assertEquals(List.of(), ourLog.changes());
    }

    private void assertCounted(DiscardReason reason) {
        LabLink.until(reason + " counted: " + ours.discards(), Duration.ofSeconds(2), () -> {
            Long count = ours.discards().get(reason);
            return count != null && count > 0;
        });
    }

    private void send(Arena arena, String source, String device, int cable, int ttl, ControlPacket packet) {
        MemorySegment data = arena.allocate(ControlPacketCodec.BYTES);
        ControlPacketCodec.encode(packet, data);
        sendRaw(source, device, cable, ttl, data);
    }

    private void sendRaw(String source, String device, int cable, int ttl, MemorySegment data) {
        try (UdpSocket socket = UdpSocket.open(link.peers, new InetSocketAddress(source, 0), device)) {
            socket.setTtl(ttl);
            int sent = socket.sendTo(
                    data, new InetSocketAddress(LabLink.ipv4(cable, true), SessionTransport.CONTROL_PORT));
            assertEquals(data.byteSize(), sent);
        }
    }

    @Test
    void aFloodDoesNotBringASessionDown() throws Exception {
        BfdSession session = up(0, false);
        Interfaces.in(link.peerName).addAddress("eth0", InetAddress.getByName("192.0.0.66"), 24);
        long sent = 0;
        try (Arena arena = Arena.ofConfined();
                UdpSocket socket = UdpSocket.open(link.peers, new InetSocketAddress("192.0.0.66", 0), "eth0")) {
            socket.setTtl(255);
            MemorySegment garbage = arena.allocate(200);
            InetSocketAddress target = new InetSocketAddress(LabLink.ipv4(0, true), SessionTransport.CONTROL_PORT);
            long end = System.nanoTime() + 3_000_000_000L;
            while (System.nanoTime() - end < 0) {
                for (int i = 0; i < 100; i++) {
                    if (socket.sendTo(garbage, target) > 0) {
                        sent++;
                    }
                }
                Thread.sleep(1);
            }
        }
        assertEquals(List.of(), ourLog.changes());
        assertEquals(SessionState.UP, session.state());
        Long seen = ours.discards().get(DiscardReason.VERSION);
        System.out.println("flood of " + sent + " datagrams in 3 s, " + seen + " read and discarded, no change");
        assertTrue(sent > 10_000, sent + " sent");
    }

    @Test
    void aDeviceThatIsMissingOrComesBackIsWaitedFor() {
        BfdSession session = ours.add(LabLink.config(7, false, true, BfdTimers.FAST), ourLog);
        theirs.add(LabLink.config(7, false, false, BfdTimers.FAST), theirLog);
        assertTrue(
                String.valueOf(session.status().error()).contains("eth7"),
                session.status().error());
        link.addCable(7);
        ourLog.await(SessionState.UP, UP_LIMIT);
        assertEquals(null, session.status().error());
        int port = session.status().sourcePort();
        ourLog.clear();
        Interfaces.in(link.oursName).delete("eth7");
        ourLog.await(SessionState.DOWN, Duration.ofSeconds(5));
        link.addCable(7);
        ourLog.clear();
        ourLog.await(SessionState.UP, UP_LIMIT);
        assertEquals(port, session.status().sourcePort(), "the same for the session's life (RFC 5881 section 4)");
    }

    @Test
    void wrongUseIsRefusedAndTheEndIsClean() throws Exception {
        BfdSession session = up(0, false);
        assertThrows(
                IllegalArgumentException.class,
                () -> ours.add(LabLink.config(0, false, true, BfdTimers.FAST), ourLog),
                "a second session");
        try (BfdEngine second = BfdEngine.start(link.ours, 0)) {
            assertFalse(second.isRealTime());
            LinuxException taken = assertThrows(
                    LinuxException.class, () -> second.add(LabLink.config(1, false, true, BfdTimers.FAST), ourLog));
            assertEquals("EADDRINUSE", taken.errnoName());
            // The other family's port is free.
            second.add(LabLink.config(1, true, true, BfdTimers.FAST), ourLog);
        }
        // A listener that fails, and one that uses and closes its session from the engine's thread.
        AtomicReference<SessionStatus> seen = new AtomicReference<>();
        BfdSession third = ours.add(LabLink.config(2, true, true, BfdTimers.FAST), (who, change) -> {
            if (change.to() == SessionState.UP) {
                seen.set(who.status());
                who.close();
            }
            throw new IllegalStateException("from the listener, on purpose");
        });
        theirs.add(LabLink.config(2, true, false, BfdTimers.FAST), theirLog);
        LabLink.until("closed by its listener", UP_LIMIT, () -> seen.get() != null);
        theirLog.await(SessionState.DOWN, UP_LIMIT);
        assertEquals(SessionState.ADMIN_DOWN, third.state());
        assertEquals(SessionState.UP, session.state());

        theirLog.clear();
        ours.close();
        ours.close();
        assertEquals(
                Cause.PEER_ADMIN_DOWN,
                theirLog.await(SessionState.DOWN, Duration.ofSeconds(1))
                        .change()
                        .cause());
        assertThrows(IllegalStateException.class, session::status);
        session.close();
        assertNotEquals(SessionState.UP, session.state());
    }

    @Test
    void anIdleEngineCostsLittle() throws Exception {
        for (int n = 0; n < CABLES; n++) {
            for (boolean v6 : new boolean[] {false, true}) {
                ours.add(LabLink.config(n, v6, true, BfdTimers.FAST), ourLog);
                theirs.add(LabLink.config(n, v6, false, BfdTimers.FAST), theirLog);
            }
        }
        LabLink.until(
                "six sessions",
                UP_LIMIT,
                () -> ourLog.changes().stream()
                                .filter(c -> c.to() == SessionState.UP)
                                .count()
                        == 6);
        Thread.sleep(3_000); // compiled by then
        long before = ours.call(BfdEngineIT::threadCpuMicros);
        Thread.sleep(5_000);
        long used = ours.call(BfdEngineIT::threadCpuMicros) - before;
        double percent = used / 5_000_000.0 * 100;
        System.out.printf("six sessions at 50 ms: %.2f%% of a core%n", percent);
        assertTrue(percent < 10, percent + "%");
    }

    private static long threadCpuMicros() {
        return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1000;
    }
}
