package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_mbuf;

/**
 * Reads and changes a packet buffer ({@code struct rte_mbuf}) through its address.
 *
 * <pre>
 *   mbuf ──► buf_addr ┬──────────┬───────────────────────────┬──────────┐
 *                     │ headroom │ data (data_len bytes)     │ tailroom │   next ──► further segments
 *                     └──────────┴───────────────────────────┴──────────┘
 *                      data_off ─►                        buf_len total
 * </pre>
 *
 * The packet is {@code pkt_len} bytes over {@code nb_segs} segments; header work is done in the first one. Whoever holds the address owns the packet until
 * it is given to {@link TxQueue#send} or {@link PacketPool#free}. No method checks its arguments beyond what its Javadoc says: callers are packet nodes that
 * have compared their offsets with {@link #dataLength(long)}.
 *
 * <p>Source: DPDK {@code rte_mbuf_core.h}; offsets come from the generated layout.
 */
public final class Packet {
    /** Bytes DPDK leaves free in front of a received packet ({@code RTE_PKTMBUF_HEADROOM}). */
    public static final int HEADROOM = DpdkHeaders.RTE_PKTMBUF_HEADROOM();

    /** {@code ol_flags}: the NIC computed {@link #rssHash(long)}. Without it that field is stale. */
    public static final long RX_RSS_HASH = DpdkHeaders.RTE_MBUF_F_RX_RSS_HASH();

    private static final long BUF_ADDR = rte_mbuf.buf_addr$offset();
    private static final long DATA_OFF = rte_mbuf.data_off$offset();
    private static final long REFCNT = rte_mbuf.refcnt$offset();
    private static final long NB_SEGS = rte_mbuf.nb_segs$offset();
    private static final long PORT = rte_mbuf.port$offset();
    static final long OL_FLAGS = rte_mbuf.ol_flags$offset();
    private static final long PACKET_TYPE = rte_mbuf.packet_type$offset();
    private static final long PKT_LEN = rte_mbuf.pkt_len$offset();
    private static final long DATA_LEN = rte_mbuf.data_len$offset();
    private static final long VLAN_TCI = rte_mbuf.vlan_tci$offset();
    private static final long HASH = rte_mbuf.hash$offset();
    private static final long VLAN_TCI_OUTER = rte_mbuf.vlan_tci_outer$offset();
    private static final long BUF_LEN = rte_mbuf.buf_len$offset();
    private static final long NEXT = rte_mbuf.next$offset();
    static final long TX_OFFLOAD = rte_mbuf.tx_offload$offset();

    private static final int INVALID_PORT = 0xffff; // RTE_MBUF_PORT_INVALID
    private static final long KEPT_FLAGS = DpdkHeaders.RTE_MBUF_F_EXTERNAL(); // what rte_pktmbuf_reset keeps

    private Packet() {}

    /** Address of the first data byte of this segment. */
    public static long data(long mbuf) {
        return Memory.inRange(Memory.getLong(mbuf + BUF_ADDR) + Memory.getShort(mbuf + DATA_OFF));
    }

    /** Bytes of data in this segment, 0 to 65535. */
    public static int dataLength(long mbuf) {
        return Memory.getShort(mbuf + DATA_LEN);
    }

    /** Bytes of the whole packet over all its segments. Valid on the first segment. */
    public static int length(long mbuf) {
        return Memory.getInt(mbuf + PKT_LEN);
    }

    public static int segments(long mbuf) {
        return Memory.getShort(mbuf + NB_SEGS);
    }

    /** The next segment, or 0. */
    public static long next(long mbuf) {
        return Memory.getLong(mbuf + NEXT);
    }

    public static long flags(long mbuf) {
        return Memory.getLong(mbuf + OL_FLAGS);
    }

    /** The NIC's RSS hash; only meaningful when {@link #flags(long)} has {@link #RX_RSS_HASH}. */
    public static int rssHash(long mbuf) {
        return Memory.getInt(mbuf + HASH);
    }

    /** Free bytes in front of the data of this segment. */
    public static int headroom(long mbuf) {
        return Memory.getShort(mbuf + DATA_OFF);
    }

    /** Free bytes behind the data of this segment. */
    public static int tailroom(long mbuf) {
        return Memory.getShort(mbuf + BUF_LEN) - Memory.getShort(mbuf + DATA_OFF) - dataLength(mbuf);
    }

    /** Moves the start of the data forward by {@code bytes} (0 to {@link #dataLength}), dropping what was there. */
    public static void trimHead(long mbuf, int bytes) {
        moveHead(mbuf, bytes);
    }

    /** Moves the start of the data back by {@code bytes} (0 to {@link #headroom}); the new bytes hold whatever was in the headroom. */
    public static void prepend(long mbuf, int bytes) {
        moveHead(mbuf, -bytes);
    }

    private static void moveHead(long mbuf, int bytes) {
        Memory.putShort(mbuf + DATA_OFF, Memory.getShort(mbuf + DATA_OFF) + bytes);
        Memory.putShort(mbuf + DATA_LEN, dataLength(mbuf) - bytes);
        Memory.putInt(mbuf + PKT_LEN, length(mbuf) - bytes);
    }

    /** Sets the length of a single-segment packet; {@code bytes} must fit the buffer behind the data start. */
    public static void setLength(long mbuf, int bytes) {
        Memory.putShort(mbuf + DATA_LEN, bytes);
        Memory.putInt(mbuf + PKT_LEN, bytes);
    }

    /**
     * Cuts the packet to {@code bytes} (at most {@link #length}) and returns the chain of segments that is no longer part of it, or 0. The caller frees the
     * chain with {@link PacketPool#free}.
     */
    public static long truncate(long mbuf, int bytes) {
        long segment = mbuf;
        int left = bytes;
        int kept = 1;
        while (left > dataLength(segment) && next(segment) != 0) {
            left -= dataLength(segment);
            segment = next(segment);
            kept++;
        }
        if (left < dataLength(segment)) {
            Memory.putShort(segment + DATA_LEN, left);
        }
        long rest = next(segment);
        int total = segments(mbuf);
        Memory.putLong(segment + NEXT, 0);
        Memory.putShort(mbuf + NB_SEGS, kept);
        Memory.putInt(mbuf + PKT_LEN, bytes);
        if (rest != 0) {
            Memory.putShort(rest + NB_SEGS, total - kept);
        }
        return rest;
    }

    /** Appends the chain that starts at {@code tail} to the packet {@code mbuf}; both become one packet owned through {@code mbuf}. */
    public static void chain(long mbuf, long tail) {
        long last = mbuf;
        while (next(last) != 0) {
            last = next(last);
        }
        Memory.putLong(last + NEXT, tail);
        Memory.putShort(mbuf + NB_SEGS, segments(mbuf) + segments(tail));
        Memory.putInt(mbuf + PKT_LEN, length(mbuf) + length(tail));
    }

    /** Forgets what the receiving driver noted (checksum and hash flags, offload requests), so that the transmitting one sees a plain packet. */
    public static void clearOffloads(long mbuf) {
        Memory.putLong(mbuf + OL_FLAGS, Memory.getLong(mbuf + OL_FLAGS) & KEEP_ON_CLEAR);
        Memory.putLong(mbuf + TX_OFFLOAD, 0);
    }

    private static final long KEEP_ON_CLEAR = DpdkHeaders.RTE_MBUF_F_EXTERNAL() | DpdkHeaders.RTE_MBUF_F_INDIRECT();

    /** Makes a buffer fresh from the pool an empty one-segment packet: {@code rte_pktmbuf_reset}, which DPDK only has inline. */
    static void reset(long mbuf) {
        Memory.putLong(mbuf + NEXT, 0);
        Memory.putInt(mbuf + PKT_LEN, 0);
        Memory.putLong(mbuf + TX_OFFLOAD, 0);
        Memory.putShort(mbuf + VLAN_TCI, 0);
        Memory.putShort(mbuf + VLAN_TCI_OUTER, 0);
        Memory.putShort(mbuf + NB_SEGS, 1);
        Memory.putShort(mbuf + PORT, INVALID_PORT);
        Memory.putShort(mbuf + REFCNT, 1);
        Memory.putLong(mbuf + OL_FLAGS, Memory.getLong(mbuf + OL_FLAGS) & KEPT_FLAGS);
        Memory.putInt(mbuf + PACKET_TYPE, 0);
        Memory.putShort(mbuf + DATA_OFF, Math.min(HEADROOM, Memory.getShort(mbuf + BUF_LEN)));
        Memory.putShort(mbuf + DATA_LEN, 0);
    }

    /** A copy of the whole packet's bytes; for tests, captures and error reports, not for workers. */
    public static byte[] bytes(long mbuf) {
        byte[] all = new byte[length(mbuf)];
        int at = 0;
        for (long segment = mbuf; segment != 0 && at < all.length; segment = next(segment)) {
            int n = Math.min(dataLength(segment), all.length - at);
            Memory.copyOut(data(segment), all, at, n);
            at += n;
        }
        return all;
    }

    /**
     * Copies the packet's first bytes, of all its segments, to native memory; allocates nothing.
     *
     * @param most how many at most
     * @return how many it were
     */
    public static int copyOut(long mbuf, long target, int most) {
        int done = 0;
        for (long segment = mbuf; segment != 0 && done < most; segment = next(segment)) {
            int n = Math.min(dataLength(segment), most - done);
            Memory.copy(data(segment), target + done, n);
            done += n;
        }
        return done;
    }

    /** Fills an empty packet with {@code bytes}, which must fit the {@link #tailroom}. */
    public static void setBytes(long mbuf, byte[] bytes) {
        if (bytes.length > tailroom(mbuf) + dataLength(mbuf)) {
            throw new IllegalArgumentException(bytes.length + " bytes do not fit the buffer's " + tailroom(mbuf));
        }
        Memory.copyIn(bytes, 0, data(mbuf), bytes.length);
        setLength(mbuf, bytes.length);
    }
}
