package io.braid.bfd;

/** The state of one end of a session, with its number on the wire (RFC 5880 section 4.1). */
public enum SessionState {
    /** Held down by its operator. */
    ADMIN_DOWN(0),
    /** Nothing is heard of the peer, or it has just gone. */
    DOWN(1),
    /** The peer is heard, and is not known to hear us. */
    INIT(2),
    /** Both ends hear each other. */
    UP(3);

    private static final SessionState[] BY_CODE = values();

    private final int code;

    SessionState(int code) {
        this.code = code;
    }

    /** Returns the number on the wire, 0 to 3. */
    public int code() {
        return code;
    }

    /** Returns the state of a two-bit number. */
    static SessionState of(int code) {
        return BY_CODE[code & 3];
    }
}
