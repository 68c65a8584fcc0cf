package io.braid.bgp.session;

import io.braid.bgp.wire.BgpRole;
import io.braid.bgp.wire.Capability;
import io.braid.bgp.wire.Family;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is offered to a peer in OPEN. Four-byte AS numbers and route refresh are always offered.
 *
 * @param families the kinds of routes, at least one
 * @param addPathReceive families of which several paths are taken (RFC 7911)
 * @param addPathSend families of which several paths would be sent
 * @param extendedNextHop IPv4 routes may have IPv6 next hops (RFC 8950)
 * @param extendedMessage messages of up to 65535 bytes are taken (RFC 8654)
 * @param enhancedRefresh refreshes are framed by BoRR and EoRR (RFC 7313); whoever offers it sends them
 * @param role what this speaker is to the peer (RFC 9234), null for not said
 * @param strictRole a peer that says no role is refused
 * @param gracefulRestart what is offered of graceful restart, null for nothing
 */
public record CapabilityOffer(
        Set<Family> families,
        Set<Family> addPathReceive,
        Set<Family> addPathSend,
        boolean extendedNextHop,
        boolean extendedMessage,
        boolean enhancedRefresh,
        @Nullable BgpRole role,
        boolean strictRole,
        @Nullable GracefulRestart gracefulRestart) {
    /** IPv4 and IPv6 unicast, nothing else that has to be asked for. */
    public static final CapabilityOffer DEFAULT = new CapabilityOffer(
            EnumSet.allOf(Family.class), Set.of(), Set.of(), false, false, false, null, false, null);

    /**
     * Graceful restart (RFC 4724, RFC 8538).
     *
     * @param time how long a restart takes at most: 0 to 4095 s
     * @param notification N bit: routes are kept also after NOTIFICATION
     * @param families whose forwarding can be kept here in a restart; none: only the peer's restarts are helped
     * @param state what is said of the last restart
     */
    public record GracefulRestart(Duration time, boolean notification, Set<Family> families, RestartState state) {
        /**
         * Copies the set and checks the time.
         *
         * @throws IllegalArgumentException if the time cannot be said on the wire
         */
        public GracefulRestart {
            if (time.isNegative() || time.toSeconds() > Capability.GracefulRestart.MAX_RESTART_SECONDS) {
                throw new IllegalArgumentException("a restart time is 0 to 4095 s, not " + time);
            }
            families = Set.copyOf(families);
        }

        Capability toCapability() {
            List<Capability.GracefulRestart.Kept> kept = families.stream()
                    .sorted()
                    .map(f -> new Capability.GracefulRestart.Kept(f.number(), state.forwardingKept(f)))
                    .toList();
            return new Capability.GracefulRestart(state.restarting(), notification, (int) time.toSeconds(), kept);
        }
    }

    /**
     * Copies the sets.
     *
     * @throws IllegalArgumentException if there is no family, paths of another family are offered, or a role is demanded
     *     without one being said
     */
    public CapabilityOffer {
        families = Set.copyOf(families);
        addPathReceive = Set.copyOf(addPathReceive);
        addPathSend = Set.copyOf(addPathSend);
        if (families.isEmpty()) {
            throw new IllegalArgumentException("a session needs a family of routes");
        }
        if (!families.containsAll(addPathReceive) || !families.containsAll(addPathSend)) {
            throw new IllegalArgumentException("several paths are offered of a family that is not");
        }
        if (strictRole && role == null) {
            throw new IllegalArgumentException("a role of the peer is demanded, but none is said");
        }
    }

    public CapabilityOffer withFamilies(Set<Family> only) {
        return new CapabilityOffer(
                only,
                addPathReceive,
                addPathSend,
                extendedNextHop,
                extendedMessage,
                enhancedRefresh,
                role,
                strictRole,
                gracefulRestart);
    }

    public CapabilityOffer withAddPath(Set<Family> receive, Set<Family> send) {
        return new CapabilityOffer(
                families,
                receive,
                send,
                extendedNextHop,
                extendedMessage,
                enhancedRefresh,
                role,
                strictRole,
                gracefulRestart);
    }

    public CapabilityOffer withExtendedNextHop() {
        return new CapabilityOffer(
                families,
                addPathReceive,
                addPathSend,
                true,
                extendedMessage,
                enhancedRefresh,
                role,
                strictRole,
                gracefulRestart);
    }

    public CapabilityOffer withExtendedMessage() {
        return new CapabilityOffer(
                families,
                addPathReceive,
                addPathSend,
                extendedNextHop,
                true,
                enhancedRefresh,
                role,
                strictRole,
                gracefulRestart);
    }

    public CapabilityOffer withEnhancedRefresh() {
        return new CapabilityOffer(
                families,
                addPathReceive,
                addPathSend,
                extendedNextHop,
                extendedMessage,
                true,
                role,
                strictRole,
                gracefulRestart);
    }

    public CapabilityOffer withRole(BgpRole said, boolean strict) {
        return new CapabilityOffer(
                families,
                addPathReceive,
                addPathSend,
                extendedNextHop,
                extendedMessage,
                enhancedRefresh,
                said,
                strict,
                gracefulRestart);
    }

    public CapabilityOffer withGracefulRestart(GracefulRestart offered) {
        return new CapabilityOffer(
                families,
                addPathReceive,
                addPathSend,
                extendedNextHop,
                extendedMessage,
                enhancedRefresh,
                role,
                strictRole,
                offered);
    }

    /** The capabilities of an OPEN, with the state of a restart as it is now. */
    List<Capability> toCapabilities(long asn) {
        var result = new ArrayList<Capability>();
        families.stream().sorted().forEach(f -> result.add(new Capability.MultiProtocol(f.number())));
        result.add(new Capability.Refresh());
        if (extendedNextHop) {
            result.add(Capability.ExtendedNextHop.IPV4_OVER_IPV6);
        }
        if (extendedMessage) {
            result.add(new Capability.ExtendedMessage());
        }
        if (role != null) {
            result.add(Capability.Role.of(role));
        }
        if (gracefulRestart != null) {
            result.add(gracefulRestart.toCapability());
        }
        result.add(new Capability.FourByteAs(asn));
        List<Capability.AddPath.Paths> paths = families.stream()
                .sorted()
                .filter(f -> addPathReceive.contains(f) || addPathSend.contains(f))
                .map(f -> new Capability.AddPath.Paths(f.number(), addPathReceive.contains(f), addPathSend.contains(f)))
                .toList();
        if (!paths.isEmpty()) {
            result.add(new Capability.AddPath(paths));
        }
        if (enhancedRefresh) {
            result.add(new Capability.EnhancedRefresh());
        }
        return result;
    }
}
