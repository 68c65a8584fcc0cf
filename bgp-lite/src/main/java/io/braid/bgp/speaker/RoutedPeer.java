package io.braid.bgp.speaker;

import io.braid.bgp.rib.Announcements;
import io.braid.bgp.rib.Explanation;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.HeardRoute;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.ReceivedRoutes;
import io.braid.bgp.rib.SentRoute;
import io.braid.bgp.session.BgpSpeaker;
import io.braid.bgp.session.Peer;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.PeerCounters;
import io.braid.bgp.session.PeerStatus;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Notification;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * A peer of a {@link BgpSpeaker} that is told of the host's {@link Announcements}, and whose default route is believed if
 * so configured: session and routes joined. Once added it needs nothing but {@link #tick} from time to time.
 *
 * <p>Any thread, at any time. Commands take effect on the speaker's thread soon after, in the order given.
 */
public final class RoutedPeer implements AutoCloseable {
    private final BgpSpeaker speaker;
    private final PeerRoutes routes;
    private final Peer session;

    private RoutedPeer(BgpSpeaker speaker, PeerRoutes routes, Peer session) {
        this.speaker = speaker;
        this.routes = routes;
        this.session = session;
    }

    /**
     * Adds a peer to the speaker and starts its session.
     *
     * @param config the session; where it offers graceful restart, what is said of an own restart is taken from {@link
     *     PeerRouting#restart}
     * @param table what the peer is told of
     * @throws IllegalArgumentException if there is a peer of that name
     * @throws IndexOutOfBoundsException if there is no uplink of the index in {@link PeerRouting#paths}
     */
    public static RoutedPeer add(BgpSpeaker speaker, PeerConfig config, Announcements table, PeerRouting routing) {
        var routes = new PeerRoutes(config.name(), table, routing);
        try {
            return new RoutedPeer(speaker, routes, speaker.add(OpenBits.in(config, routing.restart()), routes, routes));
        } catch (IllegalArgumentException e) {
            routes.close();
            throw e;
        }
    }

    /** The peer's name. */
    public String name() {
        return session.name();
    }

    /** The session alone. */
    public Peer session() {
        return session;
    }

    /** The session as it is now. */
    public PeerStatus status() {
        return session.status();
    }

    /** What happened in all sessions so far. */
    public PeerCounters counters() {
        return session.counters();
    }

    /** Why a task IP is, or is not, announced to the peer. */
    public Explanation explain(IpAddress ip) {
        return routes.out().explain(ip);
    }

    /** The routes that the peer was told and that stand, as sent, in order; the caller's to keep. */
    public List<SentRoute> advertised() {
        List<SentRoute> sent = routes.out().sentRoutes();
        sent.sort(Comparator.comparing(SentRoute::route));
        return sent;
    }

    /**
     * What the peer says.
     *
     * @param most how many routes of a family are listed at most; all are counted
     */
    public ReceivedRoutes received(int most) {
        return routes.in().received(most);
    }

    /** What the peer says of watched addresses. */
    public List<HeardRoute> heard() {
        return routes.in().heard();
    }

    /**
     * Whether the peer has no route by that uplink that it was told, as far as this process can tell: none was given to
     * the session that was not withdrawn since, and the kernel has taken all that the session was given. Then the uplink's
     * address may go (withdraw before tear-down). True also without session.
     *
     * @throws IndexOutOfBoundsException if there is no uplink of that index
     */
    public boolean isWithdrawn(int uplink) {
        return routes.out().isWithdrawn(uplink) && session.isOutputEmpty();
    }

    /** As {@link #isWithdrawn(int)}, for a task IP by any uplink. */
    public boolean isWithdrawn(IpAddress ip) {
        return routes.out().isWithdrawn(ip) && session.isOutputEmpty();
    }

    /** Says other things of the routes from now on; they are announced again where that makes a difference. */
    public void exportPolicy(ExportPolicy now) {
        routes.out().policy(now);
    }

    /**
     * Believes and watches by other rules what the peer says. It is asked to say all again (RFC 2918) so that they hold for
     * that, too; a peer that cannot do so keeps what it said under the old rules until its next session.
     */
    public void importPolicy(ImportPolicy now) {
        routes.imports(now);
    }

    /**
     * Drops what was kept of the peer's routes for long enough. {@link Announcements#tick} is not called: the table is for
     * all peers.
     *
     * @param now the time, of {@link System#nanoTime}
     * @return when it wants to be called next, if ever; the session may make it earlier when it ends, so call it once a
     *     second at least
     */
    public OptionalLong tick(long now) {
        return routes.in().tick(now);
    }

    /** Starts the session, also before a pause after failures is over. Does nothing when it is on its way. */
    public void start() {
        session.start();
    }

    /** Ends the session; see {@link Peer#stop}. */
    public void stop(Notification cease, boolean hard) {
        session.stop(cease, hard);
    }

    /** Ends the session, which comes back after a pause; see {@link Peer#reset}. */
    public void reset(Notification cease, boolean hard) {
        session.reset(cease, hard);
    }

    /** Leaves without a word, before a planned restart of this process; see {@link Peer#leave}. */
    public void leave() {
        session.leave();
    }

    /** Ends the session for good (Cease, peer de-configured) and forgets the peer. Does not wait for it. */
    @Override
    public void close() {
        speaker.remove(session);
        routes.close();
    }

    @Override
    public String toString() {
        return session.toString();
    }
}
