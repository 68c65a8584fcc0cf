package io.braid.bgp.wire;

/**
 * Asks for all routes of a family again, or marks the begin or end of such a run (RFC 2918, RFC 7313).
 *
 * @param family the kind of routes; may be one that the codec cannot read, to be ignored
 * @param subtype {@link #REQUEST}, {@link #BEGIN}, {@link #END}, or another number of 0 to 255, to be ignored
 */
public record RouteRefresh(AfiSafi family, int subtype) implements Message {
    /** A request for the routes. */
    public static final int REQUEST = 0;
    /** BoRR: what was learnt before is stale until it is said again. */
    public static final int BEGIN = 1;
    /** EoRR: what is still stale is gone. */
    public static final int END = 2;

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the subtype does not fit its field
     */
    public RouteRefresh {
        Ranges.check("a subtype", subtype, 0xFF);
    }

    /** A request for all routes of a family. */
    public static RouteRefresh request(Family family) {
        return new RouteRefresh(family.number(), REQUEST);
    }

    /** The mark before all routes of a family. */
    public static RouteRefresh begin(Family family) {
        return new RouteRefresh(family.number(), BEGIN);
    }

    /** The mark after all routes of a family. */
    public static RouteRefresh end(Family family) {
        return new RouteRefresh(family.number(), END);
    }

    @Override
    public MessageType type() {
        return MessageType.ROUTE_REFRESH;
    }
}
