package io.braid.bgp.rib;

import io.braid.bgp.wire.Afi;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageEncoder;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.Update;
import java.util.List;

/**
 * How many host routes fit in one message to a peer, measured with the encoder: so that what is handed to a session is
 * one full message and not one and a bit.
 */
final class Room {
    /** The most routes in one message: those of a message of 65535 bytes would be held in memory for no gain. */
    static final int MAX_ROUTES = 4096;

    private static final int PATH_ID_BYTES = 4;

    /** A multiprotocol attribute of more than 255 bytes has one more byte of length (RFC 4271 section 4.3). */
    private static final int EXTENDED_LENGTH_BYTES = 1;

    private final Negotiated session;

    Room(Negotiated session) {
        this.session = session;
    }

    /** How many host routes of the family fit in a message that withdraws. */
    int toWithdraw(Family family) {
        return count(family, family == Family.IPV6_UNICAST, Update.withdraw(family, List.of(sample(family))));
    }

    /** How many host routes of the family fit in a message that announces that. */
    int toAnnounce(Family family, Route route) {
        var reach = new Update.Reach(family, route.nextHop(), List.of(sample(family)));
        // IPv4 routes have a field of the message unless their next hop is an IPv6 one (RFC 8950).
        boolean inAttribute = route.nextHop().address().afi() == Afi.IPV6;
        return count(family, inAttribute, Update.announce(route.attributes(), reach));
    }

    private int count(Family family, boolean inAttribute, Message oneRoute) {
        int[] bytes = {inAttribute ? EXTENDED_LENGTH_BYTES : 0};
        // An encoder of its own, since its buffers are not worth keeping for the life of a session.
        new MessageEncoder(session).encode(oneRoute, (_, _, length) -> bytes[0] += length);
        int perRoute = (session.send().hasPathIds(family) ? PATH_ID_BYTES : 0)
                + 1
                + family.afi().bytes();
        int room = session.send().maxMessageBytes() - bytes[0];
        return Math.min(MAX_ROUTES, 1 + room / perRoute);
    }

    private static Nlri sample(Family family) {
        return Nlri.of(Prefix.host(new IpAddress(family.afi(), 0, 0)));
    }
}
