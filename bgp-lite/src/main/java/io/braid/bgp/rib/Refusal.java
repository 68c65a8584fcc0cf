package io.braid.bgp.rib;

/** Why a peer's route is not believed. */
public enum Refusal {
    /** It is no default route, or one that is not to be taken. */
    NOT_CONFIGURED,
    /** Its path has the own AS, has a set, or does not start with the peer's AS. */
    AS_PATH,
    /** Packets cannot be sent to its next hop. */
    NEXT_HOP,
    /** It came where its mark says that it may not (RFC 9234). */
    ROUTE_LEAK
}
