package io.braid.bgp.speaker;

import io.braid.bgp.rib.AdjRibIn;
import io.braid.bgp.rib.AdjRibOut;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.OwnRestart;
import io.braid.bgp.session.MessageSource;
import io.braid.bgp.session.Peer;
import io.braid.bgp.session.PeerListener;
import io.braid.bgp.session.SessionEnd;
import io.braid.bgp.session.SessionInfo;
import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hands what happens in a session to the routes, and what they have to say to the session. For the speaker's thread. */
final class PeerRoutes implements PeerListener, MessageSource {
    private final OwnRestart restart;
    private final SessionWatcher watcher;
    private final AdjRibOut out;
    private final AdjRibIn in;
    private volatile @Nullable Peer session;
    private volatile boolean closed;
    private boolean refused;
    /** The families whose routes the peer tells again when asked; null without session. */
    private @Nullable Set<Family> refreshing;

    private final Set<Family> toAsk = EnumSet.noneOf(Family.class);

    PeerRoutes(String name, Announcements table, PeerRouting routing) {
        this.restart = routing.restart();
        this.watcher = routing.sessions();
        this.out = new AdjRibOut(name, table, routing.paths(), routing.export(), this::ready);
        this.in = new AdjRibIn(routing.imports(), routing.maxStale(), routing.defaultRoutes());
    }

    AdjRibOut out() {
        return out;
    }

    AdjRibIn in() {
        return in;
    }

    /** Has the peer tell all its routes again, if it can, to look at them by other rules; any thread. */
    void imports(ImportPolicy now) {
        in.policy(now);
        synchronized (toAsk) {
            if (refreshing != null) {
                toAsk.addAll(refreshing);
            }
        }
        ready();
    }

    private void refreshing(@Nullable Set<Family> families) {
        synchronized (toAsk) {
            refreshing = families;
            toAsk.clear(); // a session begins with all routes
        }
    }

    private @Nullable Message question() {
        synchronized (toAsk) {
            Iterator<Family> next = toAsk.iterator();
            if (!next.hasNext()) {
                return null;
            }
            Family family = next.next();
            next.remove();
            return RouteRefresh.request(family);
        }
    }

    /** Nothing more is said; any thread. */
    void close() {
        closed = true;
        out.close();
    }

    /** Any thread, with the table's lock held. */
    private void ready() {
        Peer peer = session;
        if (peer != null) {
            peer.messagesReady();
        }
    }

    @Override
    public void established(Peer peer, SessionInfo info) {
        session = peer;
        refused = false;
        restart.established(info.negotiated().families());
        in.established(info.negotiated(), info.peerGracefulRestart(), System.nanoTime());
        refreshing(info.negotiated().refresh() ? info.negotiated().families() : Set.of());
        out.established(info.negotiated());
        watcher.up(info);
    }

    @Override
    public void update(Peer peer, Update update, List<BgpError> faults) {
        if (refused) {
            return; // the session is about to end, and what came in with the last route is void
        }
        in.update(update).ifPresent(cease -> {
            refused = true;
            // Hard, so that neither side keeps routes for a restart (RFC 8538): a fault is no restart.
            peer.reset(cease, true);
        });
        update.endOfRib().ifPresent(restart::endOfRib);
    }

    @Override
    public void routeRefresh(Peer peer, RouteRefresh refresh) {
        out.routeRefresh(refresh);
        in.routeRefresh(refresh, System.nanoTime());
    }

    @Override
    public void familyDisabled(Peer peer, Family family, BgpError why) {
        in.familyDisabled(family);
    }

    @Override
    public void down(Peer peer, SessionEnd end) {
        refreshing(null);
        out.down();
        in.down(end.peerRoutesMayStay(), System.nanoTime());
        watcher.down(end);
    }

    @Override
    public @Nullable Message next(Peer peer) {
        if (closed) {
            return null;
        }
        Message question = question();
        return question == null ? out.next() : question;
    }
}
