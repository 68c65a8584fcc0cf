package io.braid.bgp.rib;

import io.braid.bgp.wire.IpAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a task IP is, or is not, announced to a peer.
 *
 * @param ip the task IP
 * @param peer the peer's name
 * @param announcedBy the names of the uplinks whose paths the peer was told and that stand
 * @param reasons what stands in the way: of the address as a whole first, then by uplink; none if all is announced
 */
public record Explanation(IpAddress ip, String peer, List<String> announcedBy, List<Reason> reasons) {
    /**
     * One thing in the way.
     *
     * @param why its kind
     * @param uplink the name of the uplink whose path it concerns, null if it concerns all
     * @param text what is the case, in words
     */
    public record Reason(WhyNot why, @Nullable String uplink, String text) {}

    /** Copies the lists. */
    public Explanation {
        announcedBy = List.copyOf(announcedBy);
        reasons = List.copyOf(reasons);
    }

    /** Whether the peer was told of the address. */
    public boolean isAnnounced() {
        return !announcedBy.isEmpty();
    }
}
