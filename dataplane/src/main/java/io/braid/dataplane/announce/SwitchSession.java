package io.braid.dataplane.announce;

import io.braid.bfd.BfdEngine;
import io.braid.bfd.BfdSession;
import io.braid.bfd.SessionState;
import io.braid.bfd.StateChange;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.HeardRoute;
import io.braid.bgp.rib.OwnRestart;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.RestartState;
import io.braid.bgp.session.SessionEnd;
import io.braid.bgp.session.SessionInfo;
import io.braid.bgp.speaker.PeerRouting;
import io.braid.bgp.speaker.RoutedPeer;
import io.braid.bgp.speaker.SessionWatcher;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.Prefix;
import io.braid.dataplane.conductor.PathHealth;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.flight.FlightEvent;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.linux.LinuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The BGP session with one switch and, if configured, the BFD session beside it; what they say of the path goes to {@link PathHealth}.
 *
 * <p>They start once the switch's address is resolved on its uplink. A lost link ends the BGP session, which the switch does too, so that it comes back as soon
 * as the link does. The announcer's thread, except where said.
 */
final class SwitchSession implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SwitchSession.class.getName());

    private volatile PeerSetup setup;
    private final Announcements table;
    private final PathHealth health;
    private final OwnRestart restart;
    private Set<Prefix> watched;
    private final Executor thread;
    private volatile @Nullable RoutedPeer bgp;
    private volatile @Nullable BfdSession bfd;
    private volatile @Nullable String bfdFault;
    private volatile boolean left;
    private boolean linkUp;
    private boolean resolved;

    /** @param watched what others say of addresses in these is kept */
    SwitchSession(
            PeerSetup setup,
            Announcements table,
            PathHealth health,
            OwnRestart restart,
            Set<Prefix> watched,
            Executor thread) {
        this.watched = watched;
        this.setup = setup;
        this.table = table;
        this.health = health;
        this.restart = restart;
        this.thread = thread;
        if (setup.requiresDefaultRoute()) {
            health.fault(setup.index(), "default " + setup.name(), "no default route from " + setup.name());
        }
    }

    /**
     * Goes by other options from now on, as far as the session that is up allows. The switch is the same, and so is the uplink.
     *
     * @param others what others say of addresses in these is kept
     */
    void adopt(PeerSetup next, Set<Prefix> others) {
        PeerSetup before = setup;
        setup = next;
        boolean otherAddresses = !others.equals(watched);
        watched = others;
        RoutedPeer peer = bgp;
        if (peer != null) {
            peer.exportPolicy(next.exportPolicy());
            if (otherAddresses) {
                peer.importPolicy(next.importPolicy().withWatched(others));
            }
        }
        BfdSession session = bfd;
        if (session != null && !next.peer().bfd().equals(before.peer().bfd())) {
            session.setTimers(next.bfd().timers());
        }
    }

    /** Ends the BGP session for good; nothing is said of the path any more. BFD ends with {@link #close}, which some switches take for a fault of the path while BGP is up. */
    void leave() {
        RoutedPeer peer = bgp;
        if (peer != null) {
            peer.close();
        }
        left = true;
        for (String source : List.of("bfd ", "bgp ", "default ")) {
            health.clear(setup.index(), source + setup.name());
        }
    }

    /** Whether the switch was told of the end, after {@link #leave}; any thread. */
    boolean hasEnded() {
        RoutedPeer peer = bgp;
        return peer == null || peer.session().state() == io.braid.bgp.session.SessionState.IDLE;
    }

    PeerSetup setup() {
        return setup;
    }

    /** The BGP session, null before its first start; any thread. */
    @Nullable
    RoutedPeer bgp() {
        return bgp;
    }

    /** The BFD session, null before its first start or if there is none; any thread. */
    @Nullable
    BfdSession bfd() {
        return bfd;
    }

    /** Why there is no BFD session although one is configured; null if nothing is wrong; any thread. */
    @Nullable
    String bfdFault() {
        return bfdFault;
    }

    /** Whether the switch knows a route of ours; any thread. */
    boolean hasAnnounced() {
        RoutedPeer peer = bgp;
        return peer != null && !peer.advertised().isEmpty();
    }

    /** What the switch says of addresses that tasks may have; any thread. */
    List<HeardRoute> heard() {
        RoutedPeer peer = bgp;
        return peer == null ? List.of() : peer.heard();
    }

    /** Takes in the state of the uplink. */
    void path(UplinkView view, BgpSpeaker speaker, BfdEngine engine) {
        boolean linkBefore = linkUp;
        boolean resolvedBefore = resolved;
        linkUp = view.linkUp();
        resolved = setup.peer().address() instanceof Ipv4Address ? view.resolved4() : view.resolved6();
        RoutedPeer peer = bgp;
        if (peer != null && linkBefore && !linkUp) {
            peer.stop(Notification.shutdown(ErrorReason.ADMINISTRATIVE_SHUTDOWN, "link down"), true);
        }
        if (resolved && !resolvedBefore) {
            startBfd(engine);
            startBgp(speaker);
        }
    }

    private void startBgp(BgpSpeaker speaker) {
        RoutedPeer peer = bgp;
        if (peer != null) {
            peer.start();
            return;
        }
        PeerRouting routing = PeerRouting.of(
                        setup.paths(),
                        setup.exportPolicy(),
                        setup.importPolicy().withWatched(watched))
                .withRestart(restart)
                .withDefaultRoutes(this::defaultRoute)
                .withSessions(new Watcher());
        bgp = RoutedPeer.add(speaker, setup.session(RestartState.NONE), table, routing);
    }

    /** A session that is down is made anew: it then sends at once, not when its slow timer says so. */
    private void startBfd(BfdEngine engine) {
        if (setup.peer().bfd().isEmpty()) {
            return;
        }
        BfdSession before = bfd;
        if (before != null) {
            if (before.state() == SessionState.UP) {
                return;
            }
            before.close();
        }
        try {
            bfd = engine.add(setup.bfd(), this::bfdChanged);
            bfdFault = null;
        } catch (LinuxException e) {
            bfd = null;
            bfdFault = e.getMessage();
            LOG.log(Level.WARNING, "no BFD with " + setup.name() + ": " + e.getMessage(), e);
        }
    }

    /** The engine's thread. */
    private void bfdChanged(BfdSession session, StateChange change) {
        FlightEvent.session("BFD", setup.name(), change.to().name().toLowerCase(Locale.ROOT));
        String source = "bfd " + setup.name();
        if (change.isPathFailure()) {
            String reason = "BFD with " + setup.name()
                    + (change.cause() == StateChange.Cause.PEER_DOWN
                            ? ": the switch does not hear us"
                            : ": silent for " + change.silence().toMillis() + " ms");
            fault(source, reason);
            LOG.log(Level.WARNING, reason);
            thread.execute(this::endBecauseOfBfd);
        } else if (change.to() == SessionState.UP) {
            health.clear(setup.index(), source);
            LOG.log(Level.INFO, "BFD with {0} is up", setup.name());
            thread.execute(this::retry);
        } else if (change.cause() == StateChange.Cause.PEER_ADMIN_DOWN
                || change.cause() == StateChange.Cause.LOCAL_ADMIN_DOWN) {
            health.clear(setup.index(), source); // an operator's hand says nothing about the path
        }
    }

    /** Any thread. Whoever left has nothing to say of the path; what came at the same moment is taken back. */
    private void fault(String source, String reason) {
        health.fault(setup.index(), source, reason);
        if (left) {
            health.clear(setup.index(), source);
        }
    }

    private void endBecauseOfBfd() {
        RoutedPeer peer = bgp;
        if (peer != null) {
            // Hard: routes by a dead path must not outlive it by graceful restart (RFC 8538).
            peer.reset(Notification.of(ErrorReason.BFD_DOWN), true);
        }
    }

    /** The path is back: no pause any more. */
    private void retry() {
        RoutedPeer peer = bgp;
        if (peer != null && linkUp) {
            peer.start();
        }
    }

    private void defaultRoute(Family family, boolean present, String why) {
        if (!setup.requiresDefaultRoute()) {
            return;
        }
        String source = "default " + setup.name();
        if (present) {
            health.clear(setup.index(), source);
        } else {
            fault(source, "no default route from " + setup.name() + ": " + why);
        }
    }

    /** Ends BFD, telling the switch that it is no fault of the path; the BGP session ends with the speaker. */
    @Override
    public void close() {
        BfdSession session = bfd;
        if (session != null) {
            session.close();
        }
    }

    /** What a session's end says of the path; the speaker's thread. */
    private final class Watcher implements SessionWatcher {
        @Override
        public void up(SessionInfo info) {
            FlightEvent.session("BGP", setup.name(), "established");
            health.clear(setup.index(), "bgp " + setup.name());
        }

        @Override
        public void down(SessionEnd end) {
            FlightEvent.session("BGP", setup.name(), "down");
            boolean silent =
                    end.cause() == SessionEnd.Cause.HOLD_EXPIRED || end.cause() == SessionEnd.Cause.SEND_HOLD_EXPIRED;
            BfdSession session = bfd;
            // Where BFD hears the switch it is the switch's BGP that is silent, not the path.
            if (silent && (session == null || session.state() != SessionState.UP)) {
                fault("bgp " + setup.name(), "BGP with " + setup.name() + ": silent for the hold time");
            }
        }
    }
}
