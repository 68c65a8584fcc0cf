package io.braid.bgp.session;

/** How far a session has come (RFC 4271 section 8.2.2); in ascending order. */
public enum SessionState {
    /** No connection is made or taken. */
    IDLE,
    /** A connection is being made. */
    CONNECT,
    /** Waits for the peer to connect, or for the next attempt. */
    ACTIVE,
    /** The connection stands and OPEN is sent. */
    OPEN_SENT,
    /** The peer's OPEN was good; its KEEPALIVE is awaited. */
    OPEN_CONFIRM,
    /** Routes flow. */
    ESTABLISHED
}
