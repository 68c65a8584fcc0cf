package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;

/**
 * One worker's packet counters, per port, in off-heap cells that other threads read.
 *
 * <pre>
 *   port p at p * STRIDE:
 *     cell 0  packets received        cell 4  packets made here (errors, fragments, neighbor messages)
 *     cell 1  bytes received          cell 8 + r  packets ended here for reason r
 *     cell 2  packets sent            cell 5  ICMP errors not sent for their rate limit
 *     cell 3  bytes sent
 * </pre>
 *
 * Only the owning worker writes, with plain read-add-write and an opaque store; readers see each cell whole and, a little later, all of them. Received and
 * ended packets count at the port they came in by, sent ones and those refused by a full queue at the port they were to leave by. Summed over all ports and
 * workers: {@code received + made = sent + ended + still queued}.
 */
public final class Counters implements AutoCloseable {
    /** Cell of packets received. */
    public static final int RX_PACKETS = 0;
    /** Cell of bytes received. */
    public static final int RX_BYTES = 1;
    /** Cell of packets sent. */
    public static final int TX_PACKETS = 2;
    /** Cell of bytes sent. */
    public static final int TX_BYTES = 3;
    /** Cell of packets made by Braid. */
    public static final int GENERATED = 4;

    /** Cell of ICMP errors that the rate limit suppressed. */
    public static final int ERRORS_SUPPRESSED = 5;

    private static final int FIRST_REASON = 8;
    private static final int CELLS = FIRST_REASON + Reason.count();
    private static final long STRIDE = ((long) CELLS * Long.BYTES + 127) / 128 * 128;

    private final Arena arena = Arena.ofShared();
    private final long base;
    private final int ports;

    /**
     * Makes cells, all zero.
     *
     * @param ports most ports there can be
     */
    public Counters(int ports) {
        this.ports = ports;
        this.base = arena.allocate(ports * STRIDE, 128).address();
    }

    /** Adds to one of the named cells; the owning worker only. */
    public void add(int port, int cell, long amount) {
        long at = base + port * STRIDE + (long) cell * Long.BYTES;
        Memory.putLongOpaque(at, Memory.getLong(at) + amount);
    }

    /** Counts an ended packet; the owning worker only. */
    public void end(int port, int reasonOrdinal) {
        add(port, FIRST_REASON + reasonOrdinal, 1);
    }

    /** Counts ended packets; the owning worker only. */
    public void end(int port, Reason reason, long packets) {
        add(port, FIRST_REASON + reason.ordinal(), packets);
    }

    /** Reads one of the named cells; any thread. */
    public long get(int port, int cell) {
        return Memory.getLongOpaque(base + port * STRIDE + (long) cell * Long.BYTES);
    }

    /** Reads how many packets ended for a reason; any thread. */
    public long get(int port, Reason reason) {
        return get(port, FIRST_REASON + reason.ordinal());
    }

    /** Ports there are cells for. */
    public int ports() {
        return ports;
    }

    @Override
    public void close() {
        arena.close();
    }
}
