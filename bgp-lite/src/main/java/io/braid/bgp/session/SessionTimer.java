package io.braid.bgp.session;

/** What a session waits for (RFC 4271 section 10, RFC 9687). */
enum SessionTimer {
    /** The next attempt to connect (event 9). */
    CONNECT_RETRY,
    /** The peer has been silent for too long (event 10). */
    HOLD,
    /** The peer is to hear from us (event 11). */
    KEEPALIVE,
    /** The peer had its time to send OPEN first (event 12). */
    DELAY_OPEN,
    /** The pause after a failure is over (event 13). */
    IDLE_HOLD,
    /** The peer has not taken what was sent for too long (RFC 9687). */
    SEND_HOLD
}
