package io.braid.bgp.speaker;

import io.braid.bgp.rib.AdjRibIn;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.MessageSource;
import io.braid.bgp.session.Peer;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.PeerListener;
import io.braid.bgp.session.SessionEnd;
import io.braid.bgp.session.SessionInfo;
import io.braid.bgp.wire.AfiSafi;
import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A session joined with routes as a {@link RoutedPeer}'s is, whose calls a test can watch. */
public final class WatchedPeer implements PeerListener, MessageSource {
    /** A family that there is none of; a test asks for its routes behind other things, to see that they are dealt with. */
    public static final String MARKER_FAMILY = "7777 00 77";

    private static final AfiSafi MARKER = new AfiSafi(0x7777, 0x77);

    /** What was mended in messages since it was last cleared. */
    public final List<BgpError> faults = new CopyOnWriteArrayList<>();
    /** How often a default route came or went. */
    public final AtomicInteger defaultChanges = new AtomicInteger();
    /** How often {@link #MARKER_FAMILY} was asked for. */
    public final AtomicInteger markers = new AtomicInteger();
    /** The speaker's thread, when a session was established. */
    public volatile long thread;

    private final PeerRouting routing;
    private final PeerRoutes routes;

    public WatchedPeer(String name, Announcements table, PeerRouting routing) {
        this.routing = routing.withDefaultRoutes((_, _, _) -> defaultChanges.incrementAndGet());
        this.routes = new PeerRoutes(name, table, this.routing);
    }

    /** Adds the session to a speaker. */
    public Peer join(BgpSpeaker speaker, PeerConfig config) {
        return speaker.add(OpenBits.in(config, routing.restart()), this, this);
    }

    /** What of the peer's routes is believed. */
    public AdjRibIn in() {
        return routes.in();
    }

    @Override
    public void established(Peer who, SessionInfo info) {
        routes.established(who, info);
        thread = Thread.currentThread().threadId();
    }

    @Override
    public void update(Peer who, Update update, List<BgpError> mended) {
        faults.addAll(mended);
        routes.update(who, update, mended);
    }

    @Override
    public void routeRefresh(Peer who, RouteRefresh refresh) {
        routes.routeRefresh(who, refresh);
        if (refresh.family().equals(MARKER)) {
            markers.incrementAndGet();
        }
    }

    @Override
    public void familyDisabled(Peer who, Family family, BgpError why) {
        faults.add(why);
        routes.familyDisabled(who, family, why);
    }

    @Override
    public void down(Peer who, SessionEnd end) {
        routes.down(who, end);
    }

    @Override
    public @Nullable Message next(Peer who) {
        return routes.next(who);
    }
}
