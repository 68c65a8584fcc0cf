package io.braid.bgp.session;

/** Sees the bytes of all messages and the changes of state, for dumps; on the speaker's thread: be quick, never wait. */
public interface SessionTap {
    /** Which way a message goes. */
    enum Direction {
        RECEIVED,
        SENT
    }

    /**
     * A whole message went over the wire: was read, or was taken by the kernel.
     *
     * @param buffer holds it, to be read during the call only
     * @param offset where its header starts
     * @param length its bytes
     */
    void message(Peer peer, Direction direction, byte[] buffer, int offset, int length);

    /** The session with a peer changed its state. */
    void stateChanged(Peer peer, StateChange change);
}
