package io.braid.flow;

/**
 * What a pinned flow has shown of itself, which decides how long its pin lives and whether another flow may take its place.
 *
 * <p>Only packets that leave the host are seen, so this is a sketch of RFC 9293's states and not more: a SYN opens, anything after it establishes, a FIN or RST
 * closes. A flow of another protocol, or a connection met in its midst, is new until its second packet. Numbers, not an enum: they live in three bits of an
 * entry.
 */
public final class FlowState {
    /** No flow: the slot is free. */
    public static final int FREE = 0;

    /** TCP, only SYNs seen so far. May be displaced when there is no room. */
    public static final int OPENING = 1;

    /** One packet seen that was no SYN. May be displaced when there is no room. */
    public static final int NEW = 2;

    /** In use. Only time or the flow's own end frees its slot. */
    public static final int ESTABLISHED = 3;

    /** TCP, a FIN or RST was seen. May be displaced when there is no room. */
    public static final int CLOSING = 4;

    /** TCP flags as they stand in the header (RFC 9293, section 3.1). */
    public static final int FIN = 0x01;

    /** TCP flag. */
    public static final int SYN = 0x02;

    /** TCP flag. */
    public static final int RST = 0x04;

    private FlowState() {}

    /** The state after a flow's first packet; {@code tcpFlags} is 0 for other protocols. */
    static int first(int tcpFlags) {
        if ((tcpFlags & (FIN | RST)) != 0) {
            return CLOSING;
        }
        return (tcpFlags & SYN) != 0 ? OPENING : NEW;
    }

    /** The state after another packet of a flow in {@code state}. */
    static int next(int state, int tcpFlags) {
        if ((tcpFlags & (FIN | SYN | RST)) == 0) {
            // What comes after a FIN are acknowledgements and retransmissions.
            return state == CLOSING ? CLOSING : ESTABLISHED;
        }
        if ((tcpFlags & (FIN | RST)) != 0) {
            return CLOSING;
        }
        // A SYN: sent again, or the addresses and ports are used anew. In an established connection it means nothing
        // (RFC 5961, section 4).
        return state == ESTABLISHED ? ESTABLISHED : OPENING;
    }

    /** Whether a packet leaves a flow the state it most often has: established. */
    static boolean goesOn(int state, int tcpFlags) {
        return state == ESTABLISHED && (tcpFlags & (FIN | SYN | RST)) == 0;
    }

    /** Whether a packet begins another connection than the one that the pin was made for, which may choose its path anew. */
    static boolean restarts(int state, int tcpFlags) {
        return state == CLOSING && (tcpFlags & (FIN | SYN | RST)) == SYN;
    }
}
