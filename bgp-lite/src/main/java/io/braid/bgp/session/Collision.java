package io.braid.bgp.session;

import io.braid.bgp.wire.Open;
import org.jspecify.annotations.Nullable;

/** Decides which of two connections with one peer stays (RFC 4271 section 6.8, RFC 6286 section 2.3, RFC 4724 section 5). */
final class Collision {
    /** What becomes of the two. */
    enum Verdict {
        /** Both stay for now: the other one's peer has not said who it is. */
        WAIT,
        CLOSE_NEW,
        CLOSE_OTHER
    }

    private Collision() {}

    /**
     * Decides when a connection's OPEN has come.
     *
     * @param local the own OPEN
     * @param remote the OPEN that came
     * @param incoming whether the peer made the connection it came by
     * @param other the state of the other connection
     * @param otherIncoming whether the peer made the other one
     * @param otherInfo what was agreed on by the other one, if it had come so far before this one began
     */
    static Verdict decide(
            Open local,
            Open remote,
            boolean incoming,
            SessionState other,
            boolean otherIncoming,
            @Nullable SessionInfo otherInfo) {
        return switch (other) {
            case IDLE, CONNECT, ACTIVE, OPEN_SENT -> Verdict.WAIT;
            case ESTABLISHED ->
                // A peer that does graceful restart and speaks anew has restarted without our noticing. RFC 4724 has
                // its
                // connection count at once; to wait for its OPEN keeps strangers from ending sessions.
                otherInfo != null && otherInfo.peerGracefulRestart().isPresent()
                        ? Verdict.CLOSE_OTHER
                        : Verdict.CLOSE_NEW;
            case OPEN_CONFIRM -> {
                if (incoming == otherIncoming) {
                    yield Verdict.CLOSE_OTHER; // the peer would not make a second one if it still had the first
                }
                boolean incomingStays = peerWins(local, remote);
                yield incoming == incomingStays ? Verdict.CLOSE_OTHER : Verdict.CLOSE_NEW;
            }
        };
    }

    /** Whether the connection that the peer made stays. */
    static boolean peerWins(Open local, Open remote) {
        int byId = Integer.compareUnsigned(
                remote.routerId().firstBits(), local.routerId().firstBits());
        return byId != 0 ? byId > 0 : remote.asn() > local.asn();
    }
}
