package io.braid.bfd;

import io.braid.bfd.StateChange.Cause;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One end of a session: its state, its timers and what to send, in the words of RFC 5880 section 6.8. No I/O and no
 * clock of its own; every method is told the time, in nanoseconds of a clock with any origin that never goes back.
 *
 * <p>Not thread-safe.
 */
final class SessionMachine {
    /** "The Desired Min TX Interval MUST be at least one second while the session is not Up" (section 6.8.3). */
    static final long SLOW_MICROS = 1_000_000;

    /** Answers to polls are not bound to an interval, so a peer gone mad gets at most one in this time. */
    static final long LEAST_FINAL_GAP_NANOS = 1_000_000;

    private final SessionOutput output;
    private final int localDiscriminator;
    private final TransmitTimer transmit;
    private final DetectionTimer detection = new DetectionTimer();
    private final PollSequence poll = new PollSequence();
    private BfdTimers timers;

    private SessionState state = SessionState.DOWN;
    private Diagnostic diagnostic = Diagnostic.NONE;
    /** What we tell the peer, and what holds until it has confirmed that (section 6.8.3). */
    private long desiredMinTx = SLOW_MICROS;

    private long desiredMinTxInForce = SLOW_MICROS;
    private long requiredMinRx;
    private long requiredMinRxInForce;

    private SessionState remoteState = SessionState.DOWN;
    private Diagnostic remoteDiagnostic = Diagnostic.NONE;
    private int remoteDiscriminator;
    private long remoteMinTx;
    private long remoteMinRx = 1; // bfd.RemoteMinRxInterval "MUST be initialized to 1"
    private int remoteMultiplier;
    private boolean remoteDemand;

    private boolean finalSent;
    private long lastFinal;
    private long suppressedFinals;

    /** @param random source of jitter */
    SessionMachine(int localDiscriminator, BfdTimers timers, RandomGenerator random, SessionOutput output) {
        this.localDiscriminator = localDiscriminator;
        this.timers = timers;
        this.transmit = new TransmitTimer(random);
        this.output = output;
        this.desiredMinTx = Math.max(SLOW_MICROS, timers.desiredMinTxMicros());
        this.desiredMinTxInForce = desiredMinTx;
        this.requiredMinRx = timers.requiredMinRxMicros();
        this.requiredMinRxInForce = requiredMinRx;
    }

    /** Begins to send; the first packet is due at once. */
    void start(long now) {
        updateTransmit(now);
    }

    /**
     * Takes a packet that the codec accepted and that belongs to this session (section 6.8.6, second half).
     *
     * @return null, or why it was discarded after all
     */
    @Nullable
    DiscardReason receive(ControlPacket packet, long now) {
        remoteDiscriminator = packet.myDiscriminator();
        remoteState = packet.state();
        remoteDiagnostic = packet.diagnostic();
        remoteDemand = packet.demand();
        remoteMinTx = packet.desiredMinTxMicros();
        remoteMinRx = packet.requiredMinRxMicros();
        remoteMultiplier = packet.multiplier();
        if (packet.fin() && poll.finish()) {
            desiredMinTxInForce = desiredMinTx;
            requiredMinRxInForce = requiredMinRx;
        }
        updateTransmit(now);
        updateDetection();
        if (state == SessionState.ADMIN_DOWN) {
            return DiscardReason.SESSION_ADMIN_DOWN;
        }
        // Before the transition, so that its change of state tells a silence of zero.
        detection.received(now);
        boolean changed = follow(packet.state(), now);
        if (packet.poll()) {
            answer(now);
        } else if (changed) {
            transmitNow();
        }
        return null;
    }

    /** The state machine of section 6.2, as section 6.8.6 writes it down. Returns whether the state changed. */
    private boolean follow(SessionState received, long now) {
        if (received == SessionState.ADMIN_DOWN) {
            return state != SessionState.DOWN
                    && change(SessionState.DOWN, Diagnostic.NEIGHBOR_SIGNALED_SESSION_DOWN, Cause.PEER_ADMIN_DOWN, now);
        }
        return switch (state) {
            case DOWN ->
                switch (received) {
                    case DOWN -> change(SessionState.INIT, diagnostic, Cause.HANDSHAKE, now);
                    case INIT -> change(SessionState.UP, Diagnostic.NONE, Cause.HANDSHAKE, now);
                    case UP, ADMIN_DOWN -> false;
                };
            case INIT ->
                (received == SessionState.INIT || received == SessionState.UP)
                        && change(SessionState.UP, Diagnostic.NONE, Cause.HANDSHAKE, now);
            case UP ->
                received == SessionState.DOWN
                        && change(SessionState.DOWN, Diagnostic.NEIGHBOR_SIGNALED_SESSION_DOWN, Cause.PEER_DOWN, now);
            case ADMIN_DOWN -> false;
        };
    }

    /** Does what is due by now. Call it when {@link #remaining} is over; earlier calls do nothing. */
    void expire(long now) {
        if (detection.expire(now)) {
            long silent = detection.silence(now);
            // Nothing is known of the peer any more; section 6.8.1 demands it for the discriminator. A peer that had
            // asked for silence (interval 0 or demand) must be heard again when it comes back.
            remoteDiscriminator = 0;
            remoteState = SessionState.DOWN;
            remoteMinTx = 0;
            remoteMinRx = 1;
            remoteDemand = false;
            poll.reset();
            if (state == SessionState.INIT || state == SessionState.UP) {
                change(
                        SessionState.DOWN,
                        Diagnostic.CONTROL_DETECTION_TIME_EXPIRED,
                        Cause.DETECTION_TIME_EXPIRED,
                        now,
                        silent);
                transmitNow();
            }
            updateTransmit(now);
        }
        if (transmit.expire(now)) {
            transmitNow();
        }
    }

    /** Returns the time until {@link #expire} has something to do, {@link Long#MAX_VALUE} for never. */
    long remaining(long now) {
        return Math.min(transmit.remaining(now), detection.remaining(now));
    }

    /** Holds the session down, or lets it go again (section 6.8.16). Packets go on, so that the peer knows why. */
    void setAdminDown(boolean down, long now) {
        if (down == (state == SessionState.ADMIN_DOWN)) {
            return;
        }
        if (down) {
            detection.stop();
            change(SessionState.ADMIN_DOWN, Diagnostic.ADMINISTRATIVELY_DOWN, Cause.LOCAL_ADMIN_DOWN, now);
        } else {
            change(SessionState.DOWN, Diagnostic.NONE, Cause.LOCAL_ADMIN_UP, now);
        }
        transmitNow();
    }

    /** Changes the timers of a session in any state, by a Poll Sequence where the peer has to agree (section 6.8.3). */
    void setTimers(BfdTimers changed, long now) {
        timers = changed;
        if (requiredMinRx != changed.requiredMinRxMicros()) {
            requiredMinRx = changed.requiredMinRxMicros();
            // A peer that still sends at the old pace must not look silent.
            if (state != SessionState.UP || requiredMinRx > requiredMinRxInForce) {
                requiredMinRxInForce = requiredMinRx;
            }
            poll.request();
        }
        updateDesiredMinTx();
        updateTransmit(now);
        updateDetection();
    }

    private boolean change(SessionState to, Diagnostic why, Cause cause, long now) {
        return change(to, why, cause, now, cause == Cause.HANDSHAKE ? 0 : detection.silence(now));
    }

    private boolean change(SessionState to, Diagnostic why, Cause cause, long now, long silent) {
        SessionState from = state;
        state = to;
        diagnostic = why;
        updateDesiredMinTx();
        updateTransmit(now);
        output.changed(new StateChange(from, to, cause, why, remoteDiagnostic, Duration.ofNanos(silent)));
        return true;
    }

    private void updateDesiredMinTx() {
        long wanted = timers.desiredMinTxMicros();
        long next = state == SessionState.UP ? wanted : Math.max(SLOW_MICROS, wanted);
        if (next == desiredMinTx) {
            return;
        }
        desiredMinTx = next;
        // "If bfd.DesiredMinTxInterval is increased and bfd.SessionState is Up, the actual transmission interval used
        // MUST NOT change until the Poll Sequence described above has terminated."
        if (state != SessionState.UP || next < desiredMinTxInForce) {
            desiredMinTxInForce = next;
        }
        poll.request();
    }

    private void updateTransmit(long now) {
        boolean peerWantsNone = remoteMinRx == 0
                || (remoteDemand && state == SessionState.UP && remoteState == SessionState.UP && !poll.active());
        long micros = peerWantsNone ? 0 : Math.max(desiredMinTxInForce, remoteMinRx);
        transmit.setInterval(micros * 1000, timers.multiplier(), now);
    }

    /** The peer's multiplier times the slower of its wish and our ability (section 6.8.4). */
    private void updateDetection() {
        if (remoteMultiplier != 0) {
            detection.setTime(remoteMultiplier * Math.max(requiredMinRxInForce, remoteMinTx) * 1000);
        }
    }

    private void transmitNow() {
        if (remoteMinRx == 0 && state != SessionState.ADMIN_DOWN) {
            return; // "MUST NOT periodically transmit ... if bfd.RemoteMinRxInterval is zero"
        }
        if (poll.active()) {
            poll.sent();
        }
        output.transmit(packet(poll.active(), false));
    }

    /** "If the Poll (P) bit is set, send a BFD Control packet with P clear and F set", whatever the timers say. */
    private void answer(long now) {
        if (finalSent && now - lastFinal < LEAST_FINAL_GAP_NANOS) {
            suppressedFinals++;
            return;
        }
        finalSent = true;
        lastFinal = now;
        output.transmit(packet(false, true));
    }

    private ControlPacket packet(boolean polling, boolean fin) {
        return new ControlPacket(
                diagnostic.code(),
                state,
                polling,
                fin,
                false,
                false,
                timers.multiplier(),
                localDiscriminator,
                remoteDiscriminator,
                desiredMinTx,
                requiredMinRx,
                0);
    }

    SessionState state() {
        return state;
    }

    int localDiscriminator() {
        return localDiscriminator;
    }

    /** Returns what is known now; the counters of packets are the caller's. */
    SessionView view() {
        return new SessionView(
                state,
                remoteState,
                diagnostic,
                remoteDiagnostic,
                localDiscriminator,
                remoteDiscriminator,
                timers,
                Duration.ofNanos(transmit.intervalNanos()),
                Duration.ofNanos(detection.timeNanos()),
                poll.active(),
                suppressedFinals);
    }
}
