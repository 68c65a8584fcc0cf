package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;

/**
 * The Internet checksum (RFC 1071) over native memory, and its incremental update (RFC 1624).
 *
 * <p>Sums are taken over words in machine order and only swapped at the end: the ones' complement sum does not depend on byte order.
 */
public final class Checksum {
    private Checksum() {}

    /** Adds {@code length} bytes to a running sum, in machine order; an odd last byte counts as if followed by zero. */
    public static long add(long sum, long address, int length) {
        long total = sum;
        long at = address;
        int left = length;
        for (; left >= 4; left -= 4, at += 4) {
            total += Memory.getInt(at) & 0xffff_ffffL;
        }
        if (left >= 2) {
            total += Memory.getShort(at);
            at += 2;
            left -= 2;
        }
        if (left == 1) {
            total += Memory.getByte(at);
        }
        return total;
    }

    /** Folds a running sum to 16 bits in machine order. */
    public static int fold(long sum) {
        long folded = (sum & 0xffff_ffffL) + (sum >>> 32);
        folded = (folded & 0xffff) + (folded >>> 16);
        folded = (folded & 0xffff) + (folded >>> 16);
        folded = (folded & 0xffff) + (folded >>> 16);
        return (int) folded;
    }

    /** Whether the bytes, checksum field included, sum up as they should. */
    public static boolean valid(long address, int length) {
        return fold(add(0, address, length)) == 0xffff;
    }

    /** The checksum to store (with {@link Memory#putShort}, machine order) for bytes whose checksum field is zero. */
    public static int of(long address, int length) {
        return ~fold(add(0, address, length)) & 0xffff;
    }

    /** The sum of an IPv4 pseudo-header (RFC 9293 section 3.1, RFC 768) for the header at {@code ip}. */
    public static long pseudoHeader4(long ip, int protocol, int length) {
        long sum = add(0, ip + Ip.V4_SOURCE, 8);
        return sum + (Integer.reverseBytes(length) & 0xffff_ffffL) + (Integer.reverseBytes(protocol) & 0xffff_ffffL);
    }

    /** The sum of an IPv6 pseudo-header (RFC 8200 section 8.1) for the header at {@code ip}. */
    public static long pseudoHeader6(long ip, int protocol, int length) {
        long sum = add(0, ip + 8, 32);
        return sum + (Integer.reverseBytes(length) & 0xffff_ffffL) + (Integer.reverseBytes(protocol) & 0xffff_ffffL);
    }

    /** {@code checksum} after one 16-bit word of its data went from {@code before} to {@code after}; all three in network order (RFC 1624 equation 3). */
    public static int update(int checksum, int before, int after) {
        int sum = (~checksum & 0xffff) + (~before & 0xffff) + after;
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~sum & 0xffff;
    }
}
