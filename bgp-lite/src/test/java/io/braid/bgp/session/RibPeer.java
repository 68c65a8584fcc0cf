package io.braid.bgp.session;

import io.braid.bgp.rib.AdjRibIn;
import io.braid.bgp.rib.AdjRibOut;
import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.OwnRestart;
import io.braid.bgp.rib.Paths;
import io.braid.bgp.wire.AfiSafi;
import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A session wired to the tables as RIB.md says. */
final class RibPeer implements PeerListener, MessageSource {
    final AdjRibIn in;
    final AdjRibOut out;
    final OwnRestart restart = OwnRestart.none();
    /** What was mended in messages since it was last cleared. */
    final List<BgpError> faults = new CopyOnWriteArrayList<>();
    /** How often a default route came or went. */
    final AtomicInteger defaultChanges = new AtomicInteger();

    /** How often the peer has asked for routes of a family that there is none of, which tests put behind other things. */
    volatile long markers;

    /** The speaker's thread, when a session was established. */
    volatile long thread;

    private volatile @Nullable Peer peer;

    RibPeer(String name, Announcements table, ImportPolicy imported, ExportPolicy exported, Duration maxStale) {
        in = new AdjRibIn(imported, maxStale, (_, _, _) -> defaultChanges.incrementAndGet());
        out = new AdjRibOut(name, table, new Paths.OfUplink(0), exported, this::ready);
    }

    /** Adds the session to a speaker. */
    Peer join(BgpSpeaker speaker, PeerConfig config) {
        Peer added = speaker.add(config, this, this);
        peer = added;
        return added;
    }

    private void ready() {
        Peer known = peer;
        if (known != null) {
            known.messagesReady();
        }
    }

    @Override
    public void established(Peer who, SessionInfo info) {
        thread = Thread.currentThread().threadId();
        out.established(info.negotiated());
        in.established(info.negotiated(), info.peerGracefulRestart(), System.nanoTime());
        restart.established(info.negotiated().families());
    }

    @Override
    public void update(Peer who, Update update, List<BgpError> mended) {
        faults.addAll(mended);
        in.update(update).ifPresent(cease -> who.reset(cease, true));
        update.endOfRib().ifPresent(restart::endOfRib);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public void routeRefresh(Peer who, RouteRefresh refresh) {
        if (refresh.family().equals(new AfiSafi(0x7777, 0x77))) {
            markers++;
        }
        out.routeRefresh(refresh);
        in.routeRefresh(refresh, System.nanoTime());
    }

    @Override
    public void familyDisabled(Peer who, Family family, BgpError why) {
        faults.add(why);
        in.familyDisabled(family);
    }

    @Override
    public void down(Peer who, SessionEnd end) {
        out.down();
        in.down(end.peerRoutesMayStay(), System.nanoTime());
    }

    @Override
    public @Nullable Message next(Peer who) {
        return out.next();
    }
}
