package io.braid.bgp.rib;

/** Why a task IP is not announced to a peer. */
public enum WhyNot {
    /** It lies in no configured task prefix. */
    OUTSIDE_PREFIXES,
    /** No live lease has it. */
    NOT_LEASED,
    /** The task's port is down. */
    PORT_DOWN,
    /** An operator holds it back. */
    WITHHELD,
    /** The session with the peer is not up. */
    PEER_NOT_ESTABLISHED,
    /** The session does not carry routes of its family. */
    FAMILY_NOT_NEGOTIATED,
    /** The path by the uplink cannot carry packets. */
    NO_USABLE_PATH,
    /** The uplink was taken out of service. */
    DRAINED,
    /** The uplink has no next hop of a kind that the peer takes. */
    NEXT_HOP_MISSING,
    /** Another uplink's path is told, since the peer takes one path only. */
    ONE_PATH_ONLY,
    /** It is about to be sent: the session has not asked for it yet. */
    NOT_SENT_YET
}
