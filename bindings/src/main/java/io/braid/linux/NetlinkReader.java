package io.braid.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Walks the messages of one netlink datagram, never reading outside it.
 *
 * <pre>
 *  0               4       6       8               12              16
 * +---------------+-------+-------+---------------+---------------+---------
 * | length        | type  | flags | sequence      | port id       | payload   padded to 4   (RFC 3549, section 2.3.2)
 * +---------------+-------+-------+---------------+---------------+---------
 * </pre>
 *
 * All fields are in the host's byte order. A length that is too short or points past the end makes the rest of the
 * datagram unreadable: the walk ends and {@link #malformed()} is set.
 */
final class NetlinkReader {
    static final int HEADER = 16;
    static final int NLMSG_ERROR = 2;
    static final int NLMSG_DONE = 3;
    static final int NLMSG_OVERRUN = 4;
    static final int NLM_F_DUMP_INTR = 0x10;

    private final ByteBuffer data;
    private final int end;
    private int next;
    private int start;
    private int length;
    private boolean malformed;

    /** Reads from the buffer's position to its limit; neither is changed. */
    NetlinkReader(ByteBuffer datagram) {
        this.data = datagram.duplicate().order(ByteOrder.nativeOrder());
        this.next = datagram.position();
        this.end = datagram.limit();
    }

    /** Moves to the next message; false at the end or at bytes that are no message. */
    boolean next() {
        if (next >= end) {
            return false;
        }
        int left = end - next;
        int announced = left < HEADER ? 0 : data.getInt(next);
        if (announced < HEADER || announced > left) {
            malformed = true;
            next = end;
            return false;
        }
        start = next;
        length = announced;
        // The last message of a datagram may lack its padding. No overflow: announced <= left.
        next += Math.min(left, announced + 3 & ~3);
        return true;
    }

    boolean malformed() {
        return malformed;
    }

    int type() {
        return data.getShort(start + 4) & 0xffff;
    }

    int flags() {
        return data.getShort(start + 6) & 0xffff;
    }

    int sequence() {
        return data.getInt(start + 8);
    }

    /** Returns the bytes after the header, in host order. */
    ByteBuffer payload() {
        return data.slice(start + HEADER, length - HEADER).order(ByteOrder.nativeOrder());
    }

    /** Returns the error number of an NLMSG_ERROR or NLMSG_DONE, 0 when it has none, negative for a failure. */
    int error() {
        ByteBuffer payload = payload();
        return payload.remaining() < Integer.BYTES ? 0 : payload.getInt(0);
    }
}
