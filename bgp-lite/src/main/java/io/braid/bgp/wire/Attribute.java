package io.braid.bgp.wire;

import java.util.Collection;
import java.util.List;

/**
 * One thing said of a route (RFC 4271 section 5).
 *
 * <p>The next hop and the prefixes of other families are attributes on the wire only: here they are {@link Update.Reach}
 * and {@link Update.Unreach}. AS4_PATH and AS4_AGGREGATOR are likewise merged into what they complete (RFC 6793).
 */
public sealed interface Attribute {
    /** The number of the attribute, 0 to 255. */
    int code();

    /** How the route came into BGP. */
    record OriginAttribute(Origin origin) implements Attribute {
        @Override
        public int code() {
            return AttributeType.ORIGIN.code();
        }
    }

    /** The ASes passed. */
    record Path(AsPath path) implements Attribute {
        @Override
        public int code() {
            return AttributeType.AS_PATH.code();
        }
    }

    /**
     * Which of several links to the same AS is preferred, the lowest first.
     *
     * @param value 0 to 4294967295
     */
    record Med(long value) implements Attribute {
        /** Checks the range. */
        public Med {
            Ranges.check("a MED", value, Ranges.U32_MAX);
        }

        @Override
        public int code() {
            return AttributeType.MED.code();
        }
    }

    /**
     * How much a route is preferred within the AS, the highest first.
     *
     * @param value 0 to 4294967295
     */
    record LocalPref(long value) implements Attribute {
        /** Checks the range. */
        public LocalPref {
            Ranges.check("a local preference", value, Ranges.U32_MAX);
        }

        @Override
        public int code() {
            return AttributeType.LOCAL_PREF.code();
        }
    }

    /** The path lacks ASes that an aggregation left out. */
    record AtomicAggregate() implements Attribute {
        @Override
        public int code() {
            return AttributeType.ATOMIC_AGGREGATE.code();
        }
    }

    /**
     * Who aggregated the route.
     *
     * @param asn the AS, 1 to 4294967295 (RFC 7607)
     * @param routerId the router, as an IPv4 address
     */
    record Aggregator(long asn, IpAddress routerId) implements Attribute {
        /** Checks the ranges. */
        public Aggregator {
            Ranges.checkAs(asn);
            requireV4(routerId);
        }

        @Override
        public int code() {
            return AttributeType.AGGREGATOR.code();
        }
    }

    /** Tags of four bytes: sorted, none twice, at least one. */
    record Communities(List<Community> values) implements Attribute {
        /** Sorts the tags and drops those that are there twice. */
        public Communities {
            values = canonical(values);
        }

        @Override
        public int code() {
            return AttributeType.COMMUNITIES.code();
        }
    }

    /** The router that brought the route into the AS (RFC 4456). */
    record OriginatorId(IpAddress routerId) implements Attribute {
        /** Checks the kind. */
        public OriginatorId {
            requireV4(routerId);
        }

        @Override
        public int code() {
            return AttributeType.ORIGINATOR_ID.code();
        }
    }

    /** The clusters of route reflectors passed, the latest first (RFC 4456). */
    record ClusterList(List<IpAddress> clusterIds) implements Attribute {
        /** Checks the kind of each and copies the list. */
        public ClusterList {
            clusterIds = List.copyOf(clusterIds);
            clusterIds.forEach(Attribute::requireV4);
        }

        @Override
        public int code() {
            return AttributeType.CLUSTER_LIST.code();
        }
    }

    /** Tags of eight bytes: sorted, none twice, at least one. */
    record ExtendedCommunities(List<ExtendedCommunity> values) implements Attribute {
        /** Sorts the tags and drops those that are there twice. */
        public ExtendedCommunities {
            values = canonical(values);
        }

        @Override
        public int code() {
            return AttributeType.EXTENDED_COMMUNITIES.code();
        }
    }

    /** Tags of twelve bytes: sorted, none twice, at least one (RFC 8092 section 3: duplicates are dropped silently). */
    record LargeCommunities(List<LargeCommunity> values) implements Attribute {
        /** Sorts the tags and drops those that are there twice. */
        public LargeCommunities {
            values = canonical(values);
        }

        @Override
        public int code() {
            return AttributeType.LARGE_COMMUNITIES.code();
        }
    }

    /**
     * The AS that first sent the route down or sideways; from there on only customers may have it (RFC 9234).
     *
     * @param asn 0 to 4294967295
     */
    record OnlyToCustomer(long asn) implements Attribute {
        /** Checks the range. */
        public OnlyToCustomer {
            Ranges.checkAs(asn);
        }

        @Override
        public int code() {
            return AttributeType.ONLY_TO_CUSTOMER.code();
        }
    }

    /**
     * An optional transitive attribute that the codec does not read; on the wire always with the partial bit, since it
     * was passed by one who did not know it (RFC 4271 section 5).
     *
     * @param code its number, 0 to 255; none that has a type of its own here
     * @param value its bytes
     */
    record Opaque(int code, Bytes value) implements Attribute {
        /** Checks the ranges. */
        public Opaque {
            Ranges.check("an attribute's number", code, 0xFF);
            if (AttributeType.of(code)
                    .filter(t -> t != AttributeType.IPV6_EXTENDED_COMMUNITIES)
                    .isPresent()) {
                throw new IllegalArgumentException("attribute " + code + " has a type of its own");
            }
        }
    }

    private static void requireV4(IpAddress id) {
        if (id.afi() != Afi.IPV4) {
            throw new IllegalArgumentException("an identifier has four bytes and is not " + id);
        }
    }

    private static <T extends Comparable<T>> List<T> canonical(Collection<T> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("communities without any are no attribute");
        }
        return values.stream().sorted().distinct().toList();
    }
}
