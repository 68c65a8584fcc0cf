package io.braid.bfd;

/**
 * Makes sure that the peer has seen new timers: packets carry P until an answer with F comes (RFC 5880 section 6.5).
 *
 * <p>A change while one runs is followed by another one: the answer may belong to a packet sent before the change.
 */
final class PollSequence {
    private boolean active;
    private boolean again;
    private boolean sent;

    /** Asks for a sequence. */
    void request() {
        if (active && sent) {
            again = true;
        } else {
            active = true;
        }
    }

    /** Returns whether packets carry P now. */
    boolean active() {
        return active;
    }

    /** Notes that a packet with P went out. */
    void sent() {
        sent = true;
    }

    /** Takes an answer with F; returns whether the peer now knows the timers. */
    boolean finish() {
        if (!active || !sent) {
            return false;
        }
        active = again;
        again = false;
        sent = false;
        return !active;
    }

    /** Forgets everything: the peer is gone. */
    void reset() {
        active = false;
        again = false;
        sent = false;
    }
}
