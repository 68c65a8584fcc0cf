package io.braid.bgp.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.bgp.interop.Daemon.Options;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.DefaultRoute;
import io.braid.bgp.rib.OwnRestart;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.session.CapabilityOffer;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.RestartState;
import io.braid.bgp.session.SessionState;
import io.braid.bgp.speaker.RoutedPeer;
import io.braid.bgp.wire.Family;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What has to come besides of graceful restarts (RFC 4724) of either side, with implementations that do them. */
abstract class RestartContract extends PathsContract {
    private static final Options OPTIONS = Options.of(Feature.GRACEFUL_RESTART, Feature.DEFAULT_ROUTE);
    private static final Duration LONG = Duration.ofMinutes(2);

    private static IntStream before() {
        return IntStream.rangeClosed(1, 10);
    }

    private static IntStream after() {
        return IntStream.rangeClosed(1, 5);
    }

    private static PeerConfig config(Duration time) {
        return PeerLab.config(false)
                .with(CapabilityOffer.DEFAULT.withGracefulRestart(new CapabilityOffer.GracefulRestart(
                        time, false, EnumSet.allOf(Family.class), RestartState.NONE)));
    }

    /** Leaves without a word, as before a planned restart, and waits until the daemon has noticed. */
    private void leave(RoutedPeer peer) throws Exception {
        peer.leave();
        Poll.until("down here", () -> peer.status().state() == SessionState.IDLE);
        Poll.until("down there", () -> !daemon.isUp(OPTIONS));
        speaker.close(null);
        speaker = lab.startSpeaker();
    }

    @Test
    void theDaemonKeepsRoutesOverAPlannedRestartAndDropsThoseThatDoNotComeBack() throws Exception {
        daemon.start(OPTIONS);
        Announcements table = Host.oneUplink();
        Host.lease(table, before(), true);
        RoutedPeer first = add(config(LONG), table, Host.routing(new Paths.OfUplink(0)));
        awaitExactly(RestartContract::before);
        leave(first);
        awaitExactly(RestartContract::before);

        Announcements again = Host.oneUplink();
        again.loading(System.nanoTime() + LONG.toNanos());
        Host.lease(again, after(), true);
        OwnRestart restart = OwnRestart.planned(EnumSet.allOf(Family.class), System.nanoTime() + LONG.toNanos());
        RoutedPeer second = add(
                config(Duration.ofSeconds(5)),
                again,
                Host.routing(new Paths.OfUplink(0)).withRestart(restart));
        awaitUp(second);
        Poll.until(
                "the rest told",
                () -> second.isWithdrawn(Host.task(Family.IPV4_UNICAST, 10))
                        && second.advertised().size() == 10);
        awaitExactly(RestartContract::before);
        again.loaded();
        awaitExactly(RestartContract::after);
        Poll.until("the daemon's End-of-RIB", () -> !restart.restarting());

        // Who does not come back within the time that was asked for has its routes deleted.
        leave(second);
        awaitExactly(IntStream::empty);
    }

    @Test
    void theDefaultRouteIsKeptOverTheDaemonsRestart() throws Exception {
        daemon.start(OPTIONS);
        List<String> changes = new CopyOnWriteArrayList<>();
        RoutedPeer peer = add(
                config(LONG),
                Host.oneUplink(),
                Host.routing(new Paths.OfUplink(0))
                        .withDefaultRoutes((family, present, why) -> changes.add(family + " " + present)));
        Poll.until("default routes", () -> isFresh(peer));
        daemon.kill();
        Poll.until("default routes kept", () -> isKept(peer));

        daemon.start(Options.of(Feature.GRACEFUL_RESTART, Feature.DEFAULT_ROUTE, Feature.RECOVER));
        Poll.until("default routes again", () -> isFresh(peer));
        assertEquals(2, changes.size(), changes.toString());

        daemon.kill();
        Poll.until("default routes kept again", () -> isKept(peer));
        peer.tick(System.nanoTime() + LONG.toNanos());
        assertEquals(Map.of(), peer.received(0).defaultRoutes());
        assertEquals(4, changes.size(), changes.toString());
    }

    private static boolean isFresh(RoutedPeer peer) {
        return both(peer, false);
    }

    /** Also the routes are told of the session's end now. */
    private static boolean isKept(RoutedPeer peer) {
        return both(peer, true);
    }

    private static boolean both(RoutedPeer peer, boolean stale) {
        Map<Family, DefaultRoute> routes = peer.received(0).defaultRoutes();
        return routes.size() == Family.values().length
                && routes.values().stream().allMatch(route -> route.stale() == stale);
    }
}
