package io.braid.bgp.speaker;

import io.braid.bgp.rib.AdjRibIn;
import io.braid.bgp.rib.AdjRibOut;
import io.braid.bgp.rib.Announcements;
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
import java.util.List;
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
        out.down();
        in.down(end.peerRoutesMayStay(), System.nanoTime());
        watcher.down(end);
    }

    @Override
    public @Nullable Message next(Peer peer) {
        return closed ? null : out.next();
    }
}
