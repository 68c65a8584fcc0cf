package io.braid.bgp.session;

import java.time.Duration;

/**
 * The times of a session.
 *
 * @param holdSeconds the longest silence of the peer that is accepted, as offered in OPEN: 0 for any, or 3 to 65535. The
 *     smaller one of both peers holds.
 * @param keepalive how often the peer hears from us at least; {@link Duration#ZERO} for a third of the agreed hold time,
 *     which is also the most
 * @param connectRetry time between attempts to connect, and the longest an attempt may take
 * @param openHold how long a connection may stand without the peer's OPEN (RFC 4271 suggests 4 minutes)
 * @param delayOpen how long the peer may send OPEN first; {@link Duration#ZERO} to send it at once
 * @param idleHoldLeast the pause after a first failure (DampPeerOscillations); doubled after each further one
 * @param idleHoldMost the longest pause; a session that lived so long makes the next failure a first one
 * @param sendHold how long the peer may take nothing while messages wait (RFC 9687); {@link Duration#ZERO} for the greater
 *     of 8 minutes and twice the agreed hold time
 */
public record TimerConfig(
        int holdSeconds,
        Duration keepalive,
        Duration connectRetry,
        Duration openHold,
        Duration delayOpen,
        Duration idleHoldLeast,
        Duration idleHoldMost,
        Duration sendHold) {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration LEAST_SEND_HOLD = Duration.ofMinutes(8);

    /** Hold time 90 s, attempts every 5 s, pauses of 1 to 60 s after failures, the RFCs' values for the rest. */
    public static final TimerConfig DEFAULT = new TimerConfig(
            90,
            Duration.ZERO,
            Duration.ofSeconds(5),
            Duration.ofMinutes(4),
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            Duration.ZERO);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a time is out of its range; none may exceed a day
     */
    public TimerConfig {
        if (holdSeconds < 0 || holdSeconds > 0xFFFF || holdSeconds == 1 || holdSeconds == 2) {
            throw new IllegalArgumentException("a hold time is 0 or 3 to 65535 s, not " + holdSeconds);
        }
        check("keepalive", keepalive, Duration.ZERO);
        check("connect retry", connectRetry, Duration.ofMillis(10));
        check("open hold", openHold, Duration.ofMillis(10));
        check("delay open", delayOpen, Duration.ZERO);
        check("least idle hold", idleHoldLeast, Duration.ofMillis(10));
        check("greatest idle hold", idleHoldMost, idleHoldLeast);
        check("send hold", sendHold, Duration.ZERO);
    }

    private static void check(String what, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "the " + what + " time is " + value + ", allowed is " + least + " to " + LONGEST);
        }
    }

    public TimerConfig withHoldSeconds(int seconds) {
        return new TimerConfig(
                seconds, keepalive, connectRetry, openHold, delayOpen, idleHoldLeast, idleHoldMost, sendHold);
    }

    public TimerConfig withKeepalive(Duration time) {
        return new TimerConfig(
                holdSeconds, time, connectRetry, openHold, delayOpen, idleHoldLeast, idleHoldMost, sendHold);
    }

    public TimerConfig withConnectRetry(Duration time) {
        return new TimerConfig(
                holdSeconds, keepalive, time, openHold, delayOpen, idleHoldLeast, idleHoldMost, sendHold);
    }

    public TimerConfig withOpenHold(Duration time) {
        return new TimerConfig(
                holdSeconds, keepalive, connectRetry, time, delayOpen, idleHoldLeast, idleHoldMost, sendHold);
    }

    public TimerConfig withDelayOpen(Duration time) {
        return new TimerConfig(
                holdSeconds, keepalive, connectRetry, openHold, time, idleHoldLeast, idleHoldMost, sendHold);
    }

    public TimerConfig withIdleHold(Duration least, Duration most) {
        return new TimerConfig(holdSeconds, keepalive, connectRetry, openHold, delayOpen, least, most, sendHold);
    }

    public TimerConfig withSendHold(Duration time) {
        return new TimerConfig(
                holdSeconds, keepalive, connectRetry, openHold, delayOpen, idleHoldLeast, idleHoldMost, time);
    }

    /** The time between keepalives that goes with an agreed hold time, before jitter; zero for none. */
    Duration keepaliveFor(int agreedHoldSeconds) {
        Duration third = Duration.ofSeconds(agreedHoldSeconds).dividedBy(3);
        return keepalive.isZero() || keepalive.compareTo(third) > 0 ? third : keepalive;
    }

    /** The send hold time that goes with an agreed hold time. */
    Duration sendHoldFor(int agreedHoldSeconds) {
        if (!sendHold.isZero()) {
            return sendHold;
        }
        Duration twice = Duration.ofSeconds(2L * agreedHoldSeconds);
        return twice.compareTo(LEAST_SEND_HOLD) > 0 ? twice : LEAST_SEND_HOLD;
    }
}
