package io.braid.bgp.rib;

import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.AsSegment;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import java.util.OptionalLong;

/**
 * What a peer says of a route to a single address that is watched ({@link ImportPolicy#watched}). It is not believed; it tells that somebody else has the address.
 *
 * @param route the address's own route
 * @param nextHop where the peer sends its packets
 * @param path the ASes it came through
 */
public record HeardRoute(Nlri route, NextHop nextHop, AsPath path) {
    /** The AS that the route starts in, if the path ends with a sequence: what stands in a set has no order. */
    public OptionalLong origin() {
        if (path.segments().isEmpty()) {
            return OptionalLong.empty();
        }
        AsSegment last = path.segments().getLast();
        return last.type().isSet() ? OptionalLong.empty() : OptionalLong.of(last.asn(last.size() - 1));
    }
}
