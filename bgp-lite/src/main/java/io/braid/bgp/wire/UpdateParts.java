package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has been read of one UPDATE so far; filled by the readers, made a message of by {@link UpdateDecoder}. */
final class UpdateParts {
    final Negotiated context;
    final Faults faults = new Faults();
    final List<Attribute> attributes = new ArrayList<>();
    final List<Nlri> withdrawnField = new ArrayList<>(0);
    final List<Nlri> announcedField = new ArrayList<>(0);
    final List<Nlri> multiprotocolWithdrawn = new ArrayList<>(0);
    final List<Nlri> multiprotocolAnnounced = new ArrayList<>(0);

    /** Whether the message's own field of announced routes has bytes; decides whether NEXT_HOP matters. */
    boolean announcesInField;
    /** Whether any route is announced, also one that cannot be used. */
    boolean reachable;
    /** Whether anything but MP_UNREACH_NLRI stands among the attributes. */
    boolean beyondUnreach;

    @Nullable
    NextHop nextHop;

    @Nullable
    NextHop multiprotocolNextHop;

    @Nullable
    Family announcedFamily;

    @Nullable
    Family withdrawnFamily;

    @Nullable
    AsPath as4Path;

    Attribute.@Nullable Aggregator as4Aggregator;

    private final long[] seen = new long[4];

    UpdateParts(Negotiated context) {
        this.context = context;
    }

    /** Notes that an attribute is there; returns whether it is for the first time. */
    boolean firstOf(int code) {
        boolean first = !isThere(code);
        seen[code >> 6] |= 1L << code;
        return first;
    }

    /** Whether the attribute was there, well-formed or not. */
    boolean isThere(int code) {
        return (seen[code >> 6] & 1L << code) != 0;
    }
}
