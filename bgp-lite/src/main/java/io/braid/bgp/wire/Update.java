package io.braid.bgp.wire;

import java.util.List;
import java.util.Optional;

/**
 * Routes that come and go (RFC 4271 section 4.3, RFC 4760).
 *
 * <p>Where on the wire a route stood does not matter here: the message's own fields and the multiprotocol attributes are
 * the same lists. A receiver first takes the withdrawn routes away and then adds the announced ones.
 *
 * @param withdrawn the routes that are gone, in groups
 * @param announced the routes that are new or changed, in groups; all have the same attributes
 * @param attributes what is said of the announced routes
 */
public record Update(List<Unreach> withdrawn, List<Reach> announced, PathAttributes attributes) implements Message {
    /**
     * Announced routes.
     *
     * @param family their kind
     * @param nextHop where their packets are to be sent
     * @param nlri the routes, at least one
     */
    public record Reach(Family family, NextHop nextHop, List<Nlri> nlri) {
        /**
         * Copies the list.
         *
         * @throws IllegalArgumentException if it is empty or has a route of another kind
         */
        public Reach {
            nlri = checked(family, nlri);
            if (nlri.isEmpty()) {
                throw new IllegalArgumentException("no route is announced");
            }
            if (family == Family.IPV6_UNICAST && nextHop.address().afi() != Afi.IPV6) {
                throw new IllegalArgumentException("an IPv6 route has no next hop " + nextHop);
            }
        }
    }

    /**
     * Withdrawn routes.
     *
     * @param family their kind
     * @param nlri the routes; none in an End-of-RIB marker only
     */
    public record Unreach(Family family, List<Nlri> nlri) {
        /**
         * Copies the list.
         *
         * @throws IllegalArgumentException if it has a route of another kind
         */
        public Unreach {
            nlri = checked(family, nlri);
        }
    }

    /** Copies the lists. */
    public Update {
        withdrawn = List.copyOf(withdrawn);
        announced = List.copyOf(announced);
    }

    /** A message that announces routes. */
    public static Update announce(PathAttributes attributes, Reach reach) {
        return new Update(List.of(), List.of(reach), attributes);
    }

    /** A message that withdraws routes. */
    public static Update withdraw(Family family, List<Nlri> nlri) {
        return new Update(List.of(new Unreach(family, nlri)), List.of(), PathAttributes.NONE);
    }

    /** The mark after all routes of a family have been told once (RFC 4724 section 2). */
    public static Update endOfRib(Family family) {
        return withdraw(family, List.of());
    }

    /** The family whose End-of-RIB marker this is, or nothing if it is none. */
    public Optional<Family> endOfRib() {
        boolean marker = announced.isEmpty()
                && attributes.isEmpty()
                && withdrawn.size() == 1
                && withdrawn.getFirst().nlri().isEmpty();
        return marker ? Optional.of(withdrawn.getFirst().family()) : Optional.empty();
    }

    private static List<Nlri> checked(Family family, List<Nlri> nlri) {
        for (Nlri route : nlri) {
            if (route.prefix().family() != family) {
                throw new IllegalArgumentException(route + " is not " + family);
            }
        }
        return List.copyOf(nlri);
    }

    @Override
    public MessageType type() {
        return MessageType.UPDATE;
    }
}
