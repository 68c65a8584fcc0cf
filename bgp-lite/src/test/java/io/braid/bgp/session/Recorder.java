package io.braid.bgp.session;

import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Origin;
import io.braid.bgp.wire.PathAttributes;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;

/** Notes what a session does and sends what it is given: a RIB for tests. */
public final class Recorder implements PeerListener, MessageSource {
    public final BlockingQueue<SessionInfo> established = new LinkedBlockingQueue<>();
    public final BlockingQueue<SessionEnd> downs = new LinkedBlockingQueue<>();
    public final BlockingQueue<RouteRefresh> refreshes = new LinkedBlockingQueue<>();
    public final Set<Nlri> routes = ConcurrentHashMap.newKeySet();
    public final Set<Family> endOfRib = ConcurrentHashMap.newKeySet();
    public final List<BgpError> faults = new java.util.concurrent.CopyOnWriteArrayList<>();
    public final Queue<Message> outbox = new ConcurrentLinkedQueue<>();
    public volatile long updates;
    public volatile long endsOfRib;
    /** Makes every callback slow, as a busy RIB would. */
    public volatile long updateNanos;

    @Override
    public void established(Peer peer, SessionInfo info) {
        established.add(info);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public void update(Peer peer, Update update, List<BgpError> mended) {
        updates++;
        faults.addAll(mended);
        update.withdrawn().forEach(u -> u.nlri().forEach(routes::remove));
        update.announced().forEach(r -> routes.addAll(r.nlri()));
        update.endOfRib().ifPresent(f -> {
            endOfRib.add(f);
            endsOfRib++;
        });
        long end = System.nanoTime() + updateNanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void routeRefresh(Peer peer, RouteRefresh refresh) {
        refreshes.add(refresh);
    }

    @Override
    public void familyDisabled(Peer peer, Family family, BgpError why) {
        routes.removeIf(r -> r.prefix().family() == family);
    }

    @Override
    public void down(Peer peer, SessionEnd end) {
        routes.clear();
        endOfRib.clear();
        downs.add(end);
    }

    @Override
    public @Nullable Message next(Peer peer) {
        return outbox.poll();
    }

    /** Forgets what came; no session uses it any more. */
    void clear() {
        established.clear();
        downs.clear();
        refreshes.clear();
        routes.clear();
        endOfRib.clear();
        faults.clear();
        outbox.clear();
    }

    public SessionInfo awaitEstablished() throws InterruptedException {
        SessionInfo info = established.poll(20, TimeUnit.SECONDS);
        Assertions.assertNotNull(info, "not established within 20 s");
        return info;
    }

    public SessionEnd awaitDown() throws InterruptedException {
        SessionEnd end = downs.poll(20, TimeUnit.SECONDS);
        Assertions.assertNotNull(end, "not down within 20 s");
        return end;
    }

    public static Update announce(long asn, String nextHop, Nlri... nlri) {
        return announce(asn, nextHop, List.of(nlri));
    }

    public static Update announce(long asn, String nextHop, List<Nlri> nlri) {
        Family family = nlri.getFirst().prefix().family();
        return Update.announce(
                PathAttributes.of(Origin.IGP, AsPath.of(asn)),
                new Update.Reach(family, NextHop.of(IpAddress.parse(nextHop)), nlri));
    }

    public static Nlri route(String prefix) {
        return Nlri.of(Prefix.parse(prefix));
    }

    /** Host routes from 10.100.0.0 on, in updates of a thousand. */
    public static List<Update> hostRoutes(long asn, String nextHop, int count) {
        var updates = new ArrayList<Update>();
        var batch = new ArrayList<Nlri>();
        for (int i = 0; i < count; i++) {
            batch.add(Nlri.of(Prefix.host(IpAddress.v4(0x0A640000 + i))));
            if (batch.size() == 1000 || i == count - 1) {
                updates.add(announce(asn, nextHop, batch));
                batch.clear();
            }
        }
        return updates;
    }
}
