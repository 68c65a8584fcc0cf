package io.braid.bgp.session;

import io.braid.bgp.wire.Capability;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.Open;
import java.time.Duration;
import java.util.Optional;

/**
 * What two speakers said of themselves and what follows from it.
 *
 * @param local the own OPEN
 * @param remote the peer's OPEN
 * @param negotiated the form of messages
 * @param holdSeconds the agreed hold time, 0 for none
 * @param keepalive time between own keepalives before jitter, zero for none
 */
public record SessionInfo(Open local, Open remote, Negotiated negotiated, int holdSeconds, Duration keepalive) {
    static SessionInfo of(Open local, Open remote, TimerConfig timers) {
        // RFC 4271 section 4.2: the smaller one, which is none if one of them is.
        int hold = Math.min(local.holdSeconds(), remote.holdSeconds());
        return new SessionInfo(local, remote, Negotiated.of(local, remote), hold, timers.keepaliveFor(hold));
    }

    /** What the peer said of graceful restart, if both offered it. */
    public Optional<Capability.GracefulRestart> peerGracefulRestart() {
        return local.capability(Capability.GracefulRestart.class)
                .flatMap(_ -> remote.capability(Capability.GracefulRestart.class));
    }

    /** Whether routes outlive NOTIFICATION messages: both sides set the N bit (RFC 8538 section 2). */
    public boolean keepsRoutesOverNotification() {
        return local.capability(Capability.GracefulRestart.class)
                        .filter(Capability.GracefulRestart::notification)
                        .isPresent()
                && remote.capability(Capability.GracefulRestart.class)
                        .filter(Capability.GracefulRestart::notification)
                        .isPresent();
    }
}
