package io.braid.bgp.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the value of an attribute whose flags and length are right. */
final class AttributeValueReader {
    private AttributeValueReader() {}

    /** Adds what is read to the parts of the message; returns what is wrong with the value, or nothing. */
    static @Nullable ErrorReason read(AttributeType type, WireReader in, UpdateParts parts) {
        List<Attribute> into = parts.attributes;
        switch (type) {
            case ORIGIN -> {
                int origin = in.u8();
                if (origin >= Origin.values().length) {
                    return ErrorReason.INVALID_ORIGIN;
                }
                into.add(new Attribute.OriginAttribute(Origin.values()[origin]));
            }
            case AS_PATH -> {
                Optional<AsPath> path = AsPathReader.read(in, parts.context.fourByteAs());
                if (path.isEmpty() || path.get().hasConfed()) {
                    // RFC 5065 section 5: confederation segments of a peer outside the confederation, and there is
                    // none.
                    return ErrorReason.MALFORMED_AS_PATH;
                }
                into.add(new Attribute.Path(path.get()));
            }
            case NEXT_HOP -> {
                IpAddress nextHop = in.address(Afi.IPV4);
                // RFC 4760 section 3: without routes in the message's own field it has no meaning.
                if (parts.announcesInField && !nextHop.isHost()) {
                    return ErrorReason.INVALID_NEXT_HOP;
                }
                parts.nextHop = NextHop.of(nextHop);
            }
            case MED -> into.add(new Attribute.Med(in.u32()));
            case LOCAL_PREF -> into.add(new Attribute.LocalPref(in.u32()));
            case ATOMIC_AGGREGATE -> into.add(new Attribute.AtomicAggregate());
            case AGGREGATOR -> {
                Attribute.Aggregator aggregator = aggregator(in, parts.context.fourByteAs());
                if (aggregator.asn() == 0) {
                    return ErrorReason.OPTIONAL_ATTRIBUTE; // RFC 7607 section 2
                }
                into.add(aggregator);
            }
            case COMMUNITIES -> into.add(new Attribute.Communities(communities(in)));
            case ORIGINATOR_ID -> into.add(new Attribute.OriginatorId(in.address(Afi.IPV4)));
            case CLUSTER_LIST -> into.add(new Attribute.ClusterList(identifiers(in)));
            case EXTENDED_COMMUNITIES -> into.add(new Attribute.ExtendedCommunities(extendedCommunities(in)));
            case IPV6_EXTENDED_COMMUNITIES -> into.add(new Attribute.Opaque(type.code(), in.bytes(in.remaining())));
            case LARGE_COMMUNITIES -> into.add(new Attribute.LargeCommunities(largeCommunities(in)));
            case ONLY_TO_CUSTOMER -> into.add(new Attribute.OnlyToCustomer(in.u32()));
            case AS4_PATH -> {
                Optional<AsPath> path = AsPathReader.read(in, true);
                if (path.isEmpty() || path.get().segments().isEmpty()) {
                    return ErrorReason.OPTIONAL_ATTRIBUTE; // RFC 6793 section 6
                }
                parts.as4Path = AsPathReader.withoutConfed(path.get());
            }
            case AS4_AGGREGATOR -> {
                Attribute.Aggregator aggregator = aggregator(in, true);
                if (aggregator.asn() == 0) {
                    return ErrorReason.OPTIONAL_ATTRIBUTE; // RFC 7607 section 2
                }
                parts.as4Aggregator = aggregator;
            }
            case MP_REACH_NLRI, MP_UNREACH_NLRI -> throw new IllegalStateException(type + " is read elsewhere");
        }
        return null;
    }

    private static Attribute.Aggregator aggregator(WireReader in, boolean fourBytes) {
        return new Attribute.Aggregator(in.asn(fourBytes), in.address(Afi.IPV4));
    }

    private static List<IpAddress> identifiers(WireReader in) {
        var ids = new ArrayList<IpAddress>(in.remaining() / 4);
        while (in.remaining() > 0) {
            ids.add(in.address(Afi.IPV4));
        }
        return ids;
    }

    private static List<Community> communities(WireReader in) {
        var values = new ArrayList<Community>(in.remaining() / 4);
        while (in.remaining() > 0) {
            values.add(new Community(in.i32()));
        }
        return values;
    }

    private static List<ExtendedCommunity> extendedCommunities(WireReader in) {
        var values = new ArrayList<ExtendedCommunity>(in.remaining() / 8);
        while (in.remaining() > 0) {
            values.add(new ExtendedCommunity(in.i64()));
        }
        return values;
    }

    private static List<LargeCommunity> largeCommunities(WireReader in) {
        var values = new ArrayList<LargeCommunity>(in.remaining() / 12);
        while (in.remaining() > 0) {
            values.add(new LargeCommunity(in.u32(), in.u32(), in.u32()));
        }
        return values;
    }
}
