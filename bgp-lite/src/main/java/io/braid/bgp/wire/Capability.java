package io.braid.bgp.wire;

import java.util.List;
import java.util.Optional;

/** Something that a speaker says in its OPEN it can do (RFC 5492). */
public sealed interface Capability {
    /** The number of the capability, 0 to 255. */
    int code();

    /** Routes of a family can be exchanged (RFC 4760). */
    record MultiProtocol(AfiSafi family) implements Capability {
        @Override
        public int code() {
            return CapabilityCodes.MULTI_PROTOCOL;
        }
    }

    /** Route refreshes are answered (RFC 2918). */
    record Refresh() implements Capability {
        @Override
        public int code() {
            return CapabilityCodes.ROUTE_REFRESH;
        }
    }

    /** Routes of some families can have next hops of another kind of address (RFC 8950). */
    record ExtendedNextHop(List<Combination> combinations) implements Capability {
        /**
         * One combination.
         *
         * @param family the kind of routes
         * @param nextHopAfi the address family of the next hop, 0 to 65535
         */
        public record Combination(AfiSafi family, int nextHopAfi) {
            /** Checks the range. */
            public Combination {
                Ranges.check("AFI", nextHopAfi, 0xFFFF);
            }
        }

        /** IPv4 unicast routes can have IPv6 next hops. */
        public static final ExtendedNextHop IPV4_OVER_IPV6 =
                new ExtendedNextHop(List.of(new Combination(Family.IPV4_UNICAST.number(), Afi.IPV6.number())));

        /** Copies the list. */
        public ExtendedNextHop {
            combinations = List.copyOf(combinations);
        }

        @Override
        public int code() {
            return CapabilityCodes.EXTENDED_NEXT_HOP;
        }
    }

    /** Messages may have up to 65535 bytes (RFC 8654). */
    record ExtendedMessage() implements Capability {
        @Override
        public int code() {
            return CapabilityCodes.EXTENDED_MESSAGE;
        }
    }

    /**
     * What the speaker is to its peer (RFC 9234).
     *
     * @param value a {@link BgpRole}'s number, or another of 0 to 255
     */
    record Role(int value) implements Capability {
        /** Checks the range. */
        public Role {
            Ranges.check("a role", value, 0xFF);
        }

        /** A capability with a known role. */
        public static Role of(BgpRole role) {
            return new Role(role.value());
        }

        /** The role if it is a known one. */
        public Optional<BgpRole> role() {
            return BgpRole.of(value);
        }

        @Override
        public int code() {
            return CapabilityCodes.ROLE;
        }
    }

    /**
     * Routes may be kept while the speaker restarts (RFC 4724, RFC 8538).
     *
     * @param restarting R bit: the speaker has restarted and waits for the peer's End-of-RIB
     * @param notification N bit: also NOTIFICATION messages and hold timer expiry keep routes (RFC 8538)
     * @param restartSeconds how long a restart takes at most: 0 to 4095
     * @param families what is kept; empty: the speaker only helps others that restart
     */
    record GracefulRestart(boolean restarting, boolean notification, int restartSeconds, List<Kept> families)
            implements Capability {
        /** The longest restart time that can be said, in seconds. */
        public static final int MAX_RESTART_SECONDS = 4095;

        /**
         * One family.
         *
         * @param family the kind of routes
         * @param forwarding F bit: the forwarding state was kept in the last restart
         */
        public record Kept(AfiSafi family, boolean forwarding) {}

        /** Checks the range and copies the list. */
        public GracefulRestart {
            Ranges.check("a restart time", restartSeconds, MAX_RESTART_SECONDS);
            families = List.copyOf(families);
        }

        @Override
        public int code() {
            return CapabilityCodes.GRACEFUL_RESTART;
        }
    }

    /**
     * AS numbers have four bytes, and this is the speaker's (RFC 6793).
     *
     * @param asn 0 to 4294967295
     */
    record FourByteAs(long asn) implements Capability {
        /** Checks the range. */
        public FourByteAs {
            Ranges.checkAs(asn);
        }

        @Override
        public int code() {
            return CapabilityCodes.FOUR_BYTE_AS;
        }
    }

    /** Several paths to a prefix can be sent or received (RFC 7911). */
    record AddPath(List<Paths> families) implements Capability {
        /**
         * One family.
         *
         * @param family the kind of routes
         * @param receive whether the speaker takes several paths
         * @param send whether the speaker would send several paths
         */
        public record Paths(AfiSafi family, boolean receive, boolean send) {
            /** Checks that something is said: no number stands for neither. */
            public Paths {
                if (!receive && !send) {
                    throw new IllegalArgumentException("several paths of " + family + " are neither received nor sent");
                }
            }
        }

        /** Copies the list. */
        public AddPath {
            families = List.copyOf(families);
        }

        @Override
        public int code() {
            return CapabilityCodes.ADD_PATH;
        }
    }

    /** Route refreshes are framed by BoRR and EoRR (RFC 7313). */
    record EnhancedRefresh() implements Capability {
        @Override
        public int code() {
            return CapabilityCodes.ENHANCED_REFRESH;
        }
    }

    /**
     * A capability that this codec does not know, or whose value has not its form: not understood, so not used (RFC 5492).
     *
     * @param code its number, 0 to 255
     * @param value its bytes, at most 255
     */
    record Opaque(int code, Bytes value) implements Capability {
        /** Checks the ranges. */
        public Opaque {
            Ranges.check("a capability code", code, 0xFF);
            Ranges.check("a capability's length", value.length(), 0xFF);
        }
    }
}
