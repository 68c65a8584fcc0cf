package io.braid.bfd;

import java.time.Duration;

/**
 * What a session knows at one moment.
 *
 * @param localDiscriminator our number of the session, unsigned
 * @param remoteDiscriminator the peer's, unsigned; 0 when it is not known
 * @param timers what we ask for
 * @param transmitInterval negotiated interval at which we send, before jitter; zero when the peer asked for none
 * @param detectionTime silence after which the peer counts as gone; zero before its first packet
 * @param polling a Poll Sequence is under way
 * @param suppressedFinals answers not sent because the peer polled more than once a millisecond
 */
public record SessionView(
        SessionState state,
        SessionState remoteState,
        Diagnostic diagnostic,
        Diagnostic remoteDiagnostic,
        int localDiscriminator,
        int remoteDiscriminator,
        BfdTimers timers,
        Duration transmitInterval,
        Duration detectionTime,
        boolean polling,
        long suppressedFinals) {}
