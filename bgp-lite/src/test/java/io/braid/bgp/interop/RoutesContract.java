package io.braid.bgp.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.interop.Daemon.Options;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.SessionState;
import io.braid.bgp.speaker.PeerRouting;
import io.braid.bgp.speaker.RoutedPeer;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.MessageType;
import io.braid.bgp.wire.Notification;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What has to come of the host's routes at every other implementation: exactly those that are announced, at any time. */
@SuppressWarnings("NullAway.Init") // set before each test
abstract class RoutesContract {
    static final int TASKS = 1_000;

    PeerLab lab;
    Daemon daemon;
    BgpSpeaker speaker;

    /** Without what the daemon said a failure cannot be understood. */
    @RegisterExtension
    final AfterTestExecutionCallback failure = context -> {
        if (context.getExecutionException().isPresent()) {
            String said = daemon.said();
            System.out.println("--- " + daemon.getClass().getSimpleName() + "\n"
                    + said.substring(Math.max(0, said.length() - 20_000)));
        }
    };

    abstract Daemon daemon(PeerLab where);

    @BeforeEach
    void build() throws IOException {
        lab = new PeerLab();
        daemon = daemon(lab);
        speaker = lab.startSpeaker();
    }

    @AfterEach
    void remove() throws Exception {
        try (PeerLab all = lab) {
            assertEquals(lab, all);
            daemon.close();
        }
    }

    final RoutedPeer add(Announcements table) {
        return add(PeerLab.config(false), table, Host.routing(new Paths.OfUplink(0)));
    }

    final RoutedPeer add(PeerConfig config, Announcements table, PeerRouting routing) {
        return RoutedPeer.add(speaker, config, table, routing);
    }

    static IntStream all() {
        return IntStream.rangeClosed(1, TASKS);
    }

    /** Waits until the daemon has the routes of these tasks, and no others of tasks. */
    final void awaitExactly(java.util.function.Supplier<IntStream> tasks) throws Exception {
        for (Family family : Family.values()) {
            Set<String> expected = Host.routes(family, tasks.get());
            Poll.untilEquals("as announced", () -> difference(expected, daemon.tasks(family)));
        }
    }

    /** In words that can be read, with a thousand routes too. */
    private static String difference(Set<String> expected, Set<String> actual) {
        var missing = new TreeSet<>(expected);
        missing.removeAll(actual);
        var surplus = new TreeSet<>(actual);
        surplus.removeAll(expected);
        if (missing.isEmpty() && surplus.isEmpty()) {
            return "as announced";
        }
        return "%d of %d missing %s, %d too many %s"
                .formatted(missing.size(), expected.size(), some(missing), surplus.size(), some(surplus));
    }

    private static List<String> some(Set<String> routes) {
        return routes.stream().limit(3).toList();
    }

    static void awaitUp(RoutedPeer peer) throws Exception {
        Poll.until(() -> "established: " + peer.status(), () -> peer.status().state() == SessionState.ESTABLISHED);
    }

    @Test
    void announcedWithdrawnRefreshedAndBackAfterRestartsOfEitherSide() throws Exception {
        daemon.start(Options.PLAIN);
        Announcements table = Host.oneUplink();
        RoutedPeer peer = add(table);
        awaitUp(peer);
        Host.lease(table, all(), true);
        awaitExactly(RoutesContract::all);
        assertTrue(daemon.isNoExport(daemon.show("10.100.0.7/32")), () -> "NO_EXPORT");
        assertTrue(daemon.isNoExport(daemon.show("2001:db8:100::7/128")), () -> "NO_EXPORT");

        Host.lease(table, all().filter(i -> i % 2 == 0), false);
        awaitExactly(() -> all().filter(i -> i % 2 != 0));

        long updates = peer.counters().sent(MessageType.UPDATE);
        if (daemon.refresh(Options.PLAIN)) {
            Poll.until("a request", () -> peer.counters().received(MessageType.ROUTE_REFRESH) >= 1);
            Poll.until("routes again", () -> peer.counters().sent(MessageType.UPDATE) > updates);
        }
        awaitExactly(() -> all().filter(i -> i % 2 != 0));

        peer.reset(Notification.of(ErrorReason.ADMINISTRATIVE_RESET), true);
        Host.lease(table, all(), true);
        awaitExactly(RoutesContract::all);

        daemon.close();
        Poll.until("down", () -> peer.status().state() != SessionState.ESTABLISHED);
        daemon.start(Options.PLAIN);
        awaitExactly(RoutesContract::all);

        daemon.kill();
        Poll.until("down", () -> peer.status().state() != SessionState.ESTABLISHED);
        Host.lease(table, all().filter(i -> i % 2 == 0), false);
        daemon.start(Options.PLAIN);
        awaitExactly(() -> all().filter(i -> i % 2 != 0));

        peer.stop(Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, "done"), true);
        awaitExactly(IntStream::empty);
    }

    @Test
    void aKilledHostsRoutesGoAndComeBackWithIt() throws Exception {
        daemon.start(Options.PLAIN);
        Process host = HostProcess.start(lab, 10);
        try {
            awaitExactly(() -> IntStream.rangeClosed(1, 10));
        } finally {
            host.destroyForcibly().waitFor();
        }
        awaitExactly(IntStream::empty);
        Announcements table = Host.oneUplink();
        Host.lease(table, IntStream.rangeClosed(1, 5), true);
        add(table);
        awaitExactly(() -> IntStream.rangeClosed(1, 5));
    }

    /** Each family over its own transport. */
    @Test
    void overIpv6Too() throws Exception {
        var options = new Options(true, null, false);
        daemon.start(options);
        Announcements table = Host.oneUplink();
        Host.lease(table, all(), true);
        RoutedPeer peer = add(PeerLab.config(true), table, Host.routing(new Paths.OfUplink(0)));
        awaitExactly(RoutesContract::all);
        assertEquals(
                Set.of(Family.values()),
                java.util.Objects.requireNonNull(peer.status().info())
                        .negotiated()
                        .families());
    }
}
