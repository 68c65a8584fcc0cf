package io.braid.bgp.speaker;

import io.braid.bgp.rib.DefaultRouteListener;
import io.braid.bgp.rib.ExportPolicy;
import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.rib.OwnRestart;
import io.braid.bgp.rib.Paths;
import java.time.Duration;

/**
 * Which routes one peer is told, which of its routes are believed, and who is told of it.
 *
 * @param paths which uplinks' paths it is told; {@link Paths.OfAll} needs ADD-PATH offered in the session's configuration
 * @param export what is said of them
 * @param imports what of the peer's routes is believed
 * @param maxStale how long a default route outlives the peer's graceful restart at most, if the peer does not ask for a
 *     shorter time
 * @param restart how this process was started, for the peer's graceful restart; one for each peer
 * @param defaultRoutes told when the peer's default route comes or goes; on the speaker's thread or the one that calls
 *     {@link RoutedPeer#tick}
 * @param sessions told when the session comes up or goes down, on the speaker's thread
 */
public record PeerRouting(
        Paths paths,
        ExportPolicy export,
        ImportPolicy imports,
        Duration maxStale,
        OwnRestart restart,
        DefaultRouteListener defaultRoutes,
        SessionWatcher sessions) {
    /** Long enough for a switch's control plane to restart; a path that leads nowhere is found by BFD meanwhile. */
    public static final Duration DEFAULT_MAX_STALE = Duration.ofMinutes(2);

    /**
     * Checks the time.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public PeerRouting {
        if (maxStale.isNegative()) {
            throw new IllegalArgumentException("a default route is kept for 0 s or more, not " + maxStale);
        }
    }

    /** Nobody is told of anything, and this process was started anew. */
    public static PeerRouting of(Paths paths, ExportPolicy export, ImportPolicy imports) {
        return new PeerRouting(
                paths,
                export,
                imports,
                DEFAULT_MAX_STALE,
                OwnRestart.none(),
                DefaultRouteListener.NONE,
                SessionWatcher.NONE);
    }

    public PeerRouting withMaxStale(Duration time) {
        return new PeerRouting(paths, export, imports, time, restart, defaultRoutes, sessions);
    }

    public PeerRouting withRestart(OwnRestart own) {
        return new PeerRouting(paths, export, imports, maxStale, own, defaultRoutes, sessions);
    }

    public PeerRouting withDefaultRoutes(DefaultRouteListener listener) {
        return new PeerRouting(paths, export, imports, maxStale, restart, listener, sessions);
    }

    public PeerRouting withSessions(SessionWatcher watcher) {
        return new PeerRouting(paths, export, imports, maxStale, restart, defaultRoutes, watcher);
    }
}
