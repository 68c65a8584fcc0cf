package io.braid.bgp.wire;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes path attributes in the order of their numbers; see {@link AttributeListReader} for the layout. */
final class AttributeWriter {
    private final boolean fourByteAs;
    private final WireWriter out;

    AttributeWriter(boolean fourByteAs, WireWriter out) {
        this.fourByteAs = fourByteAs;
        this.out = out;
    }

    /**
     * Writes all attributes, for a peer with two-byte AS numbers also those that complete them (RFC 6793 section 4.2.2).
     *
     * @param nextHop the next hop of the routes in the message's own field, or nothing if there are none
     */
    void write(PathAttributes attributes, @Nullable IpAddress nextHop) {
        boolean nextHopDue = nextHop != null;
        boolean as4Due = !fourByteAs;
        for (Attribute attribute : attributes.list()) {
            if (nextHopDue && attribute.code() > AttributeType.NEXT_HOP.code()) {
                nextHop(nextHop);
                nextHopDue = false;
            }
            if (as4Due && attribute.code() > AttributeType.AS4_PATH.code()) {
                as4(attributes);
                as4Due = false;
            }
            write(attribute);
        }
        if (nextHopDue) {
            nextHop(nextHop);
        }
        if (as4Due) {
            as4(attributes);
        }
    }

    private void nextHop(@Nullable IpAddress nextHop) {
        if (nextHop != null) {
            attribute(AttributeType.NEXT_HOP, w -> w.address(nextHop));
        }
    }

    private void as4(PathAttributes attributes) {
        AsPath path = AsPathReader.withoutConfed(attributes.asPath());
        boolean wide = path.segments().stream().anyMatch(AttributeWriter::isWide);
        if (wide) {
            attribute(AttributeType.AS4_PATH, w -> path(path, true, w));
        }
        attributes
                .get(Attribute.Aggregator.class)
                .filter(a -> a.asn() > 0xFFFF)
                .ifPresent(a -> attribute(AttributeType.AS4_AGGREGATOR, w -> aggregator(a, true, w)));
    }

    private static boolean isWide(AsSegment segment) {
        for (int i = 0; i < segment.size(); i++) {
            if (segment.asn(i) > 0xFFFF) {
                return true;
            }
        }
        return false;
    }

    private void write(Attribute attribute) {
        switch (attribute) {
            case Attribute.OriginAttribute(Origin origin) ->
                attribute(AttributeType.ORIGIN, w -> w.u8(origin.ordinal()));
            case Attribute.Path(AsPath path) -> attribute(AttributeType.AS_PATH, w -> path(path, fourByteAs, w));
            case Attribute.Med(long value) -> attribute(AttributeType.MED, w -> w.u32(value));
            case Attribute.LocalPref(long value) -> attribute(AttributeType.LOCAL_PREF, w -> w.u32(value));
            case Attribute.AtomicAggregate _ -> attribute(AttributeType.ATOMIC_AGGREGATE, _ -> {});
            case Attribute.Aggregator aggregator ->
                attribute(AttributeType.AGGREGATOR, w -> aggregator(aggregator, fourByteAs, w));
            case Attribute.Communities(List<Community> values) ->
                attribute(AttributeType.COMMUNITIES, w -> values.forEach(c -> w.u32(c.value())));
            case Attribute.OriginatorId(IpAddress id) -> attribute(AttributeType.ORIGINATOR_ID, w -> w.address(id));
            case Attribute.ClusterList(List<IpAddress> ids) ->
                attribute(AttributeType.CLUSTER_LIST, w -> ids.forEach(w::address));
            case Attribute.ExtendedCommunities(List<ExtendedCommunity> values) ->
                attribute(AttributeType.EXTENDED_COMMUNITIES, w -> values.forEach(c -> w.u64(c.value())));
            case Attribute.LargeCommunities(List<LargeCommunity> values) ->
                attribute(AttributeType.LARGE_COMMUNITIES, w -> values.forEach(c -> large(c, w)));
            case Attribute.OnlyToCustomer(long asn) -> attribute(AttributeType.ONLY_TO_CUSTOMER, w -> w.u32(asn));
            case Attribute.Opaque(int code, Bytes value) ->
                attribute(
                        AttributeType.Flags.OPTIONAL_TRANSITIVE | AttributeType.Flags.PARTIAL_BIT,
                        code,
                        w -> w.bytes(value));
        }
    }

    private void attribute(AttributeType type, Consumer<WireWriter> value) {
        attribute(type.flags(), type.code(), value);
    }

    private void attribute(int flags, int code, Consumer<WireWriter> value) {
        int from = out.position();
        out.u8(flags);
        out.u8(code);
        out.u8(0);
        int valueAt = out.position();
        value.accept(out);
        int length = out.position() - valueAt;
        out.patchU8(valueAt - 1, length);
        if (length > 0xFF) {
            out.insert(valueAt - 1, length >> 8);
            out.patchU8(from, flags | AttributeType.Flags.EXTENDED_LENGTH_BIT);
        }
    }

    private static void path(AsPath path, boolean fourBytes, WireWriter out) {
        for (AsSegment segment : path.segments()) {
            out.u8(segment.type().code());
            out.u8(segment.size());
            for (int i = 0; i < segment.size(); i++) {
                asn(segment.asn(i), fourBytes, out);
            }
        }
    }

    private static void aggregator(Attribute.Aggregator aggregator, boolean fourBytes, WireWriter out) {
        asn(aggregator.asn(), fourBytes, out);
        out.address(aggregator.routerId());
    }

    private static void large(LargeCommunity community, WireWriter out) {
        out.u32(community.global());
        out.u32(community.first());
        out.u32(community.second());
    }

    private static void asn(long asn, boolean fourBytes, WireWriter out) {
        if (fourBytes) {
            out.u32(asn);
        } else {
            out.u16(asn > 0xFFFF ? Open.AS_TRANS : (int) asn);
        }
    }
}
