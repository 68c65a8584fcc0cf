package io.braid.bgp.wire;

import java.util.Optional;

/** What a speaker is to its peer, for the prevention of route leaks (RFC 9234). */
public enum BgpRole {
    PROVIDER(0),
    ROUTE_SERVER(1),
    ROUTE_SERVER_CLIENT(2),
    CUSTOMER(3),
    PEER(4);

    private final int value;

    BgpRole(int value) {
        this.value = value;
    }

    /** The role with that number, or nothing. */
    public static Optional<BgpRole> of(int value) {
        for (BgpRole role : values()) {
            if (role.value == value) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }

    /** The number on the wire. */
    public int value() {
        return value;
    }

    /** The role that a peer of this one must have (RFC 9234 section 4.2, table 2). */
    public BgpRole counterpart() {
        return switch (this) {
            case PROVIDER -> CUSTOMER;
            case CUSTOMER -> PROVIDER;
            case ROUTE_SERVER -> ROUTE_SERVER_CLIENT;
            case ROUTE_SERVER_CLIENT -> ROUTE_SERVER;
            case PEER -> PEER;
        };
    }
}
