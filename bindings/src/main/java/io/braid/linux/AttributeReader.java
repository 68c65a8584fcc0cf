package io.braid.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Walks the route attributes at the end of an rtnetlink message, never reading outside it.
 *
 * <pre>
 *  0       2       4
 * +-------+-------+--------
 * | length| type  | value    padded to 4; the type's two upper bits are flags   (linux/rtnetlink.h: struct rtattr)
 * +-------+-------+--------
 * </pre>
 */
final class AttributeReader {
    private static final int HEADER = 4;
    private static final int TYPE_MASK = 0x3fff; // linux/netlink.h: NLA_TYPE_MASK

    private final ByteBuffer data;
    private int next;
    private int start;
    private int length;
    private boolean malformed;

    /** Reads {@code payload} from {@code offset}, the size of the fixed part, to its limit. */
    AttributeReader(ByteBuffer payload, int offset) {
        this.data = payload;
        this.next = offset;
    }

    /** Moves to the next attribute; false at the end or at bytes that are no attribute. */
    boolean next() {
        int left = data.limit() - next;
        if (left <= 0) {
            return false;
        }
        int announced = left < HEADER ? 0 : data.getShort(next) & 0xffff;
        if (announced < HEADER || announced > left) {
            malformed = true;
            next = data.limit();
            return false;
        }
        start = next;
        length = announced;
        next += Math.min(left, announced + 3 & ~3);
        return true;
    }

    boolean malformed() {
        return malformed;
    }

    int type() {
        return data.getShort(start + 2) & TYPE_MASK;
    }

    int size() {
        return length - HEADER;
    }

    /** Returns a four-byte value in host order, or {@code otherwise} when the attribute has another size. */
    int intValue(int otherwise) {
        return size() == Integer.BYTES ? data.getInt(start + HEADER) : otherwise;
    }

    /** Returns a one-byte value, or {@code otherwise} when the attribute has another size. */
    int byteValue(int otherwise) {
        return size() == 1 ? data.get(start + HEADER) & 0xff : otherwise;
    }

    /** Returns a copy of the value. */
    byte[] bytes() {
        byte[] value = new byte[size()];
        data.get(start + HEADER, value);
        return value;
    }

    /** Returns a value of six bytes as a number, or {@code otherwise} when it has another size. */
    long macValue(long otherwise) {
        if (size() != 6) {
            return otherwise;
        }
        ByteBuffer value = data.slice(start + HEADER, 6).order(ByteOrder.BIG_ENDIAN);
        return (value.getShort(0) & 0xffffL) << 32 | (value.getInt(2) & 0xffffffffL);
    }
}
