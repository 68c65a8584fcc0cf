package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;

/** Told when a peer's default route comes or goes; with the lock of {@link AdjRibIn} held: hand over and return. */
@FunctionalInterface
public interface DefaultRouteListener {
    /** Does not want to know. */
    DefaultRouteListener NONE = (_, _, _) -> {};

    /**
     * The peer has, or has no more, a default route of the family that is believed. A stale one counts as there.
     *
     * @param why what happened, in words, safe to log
     */
    void changed(Family family, boolean present, String why);
}
