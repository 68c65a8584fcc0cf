package io.braid.dataplane.engine;

import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.PacketWatch;
import io.braid.dataplane.graph.Reason;
import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Network control that leaves by uplinks before all else. Where a transmit queue is full because tasks send more than the link carries, each other packet is
 * dropped at once; these wait for the next room, or BFD and BGP would go down under a load that the link itself bears.
 *
 * <p>The worker's thread only, but for {@link #waiting}.
 */
final class UrgentOutput implements AutoCloseable {
    /** Is given what cannot be sent. */
    @FunctionalInterface
    interface Refusal {
        void refuse(int port, long packet, Reason reason);
    }

    /** Packets that wait for one uplink: more than its sessions and neighbors send in the time that a full queue takes to drain. */
    static final int CAPACITY = 64;

    private static final long CELL_BYTES = 128;
    private static final int NOT_HERE = -1;
    private static final long LIST_BYTES = (long) CAPACITY * Long.BYTES;

    private final Refusal refusal;
    private final Watching watching;
    /** By port: where the worker's packets leave; the caller's, who changes it before {@link #adopt}. */
    private final @Nullable PortOutput[] outputs;
    /** By port: how many wait, or {@link #NOT_HERE}. */
    private final int[] counts;

    /** Freed with this object: readers may outlive the worker. */
    private final MemorySegment memory;

    private final long lists;
    private final long waitingCell;
    private int waiting;

    UrgentOutput(@Nullable PortOutput[] outputs, Watching watching, Refusal refusal) {
        this.watching = watching;
        this.outputs = outputs;
        this.refusal = refusal;
        this.counts = new int[outputs.length];
        Arrays.fill(counts, NOT_HERE);
        this.memory = Arena.ofAuto().allocate(CELL_BYTES + outputs.length * LIST_BYTES, CELL_BYTES);
        this.waitingCell = memory.address();
        this.lists = waitingCell + CELL_BYTES;
    }

    /** Takes up the uplinks of a new table that have an output here; what waits for others is refused. */
    void adopt(ForwardingTable table) {
        for (int port = 0; port < counts.length; port++) {
            if (outputs[port] != null && table.role(port) == ForwardingTable.ROLE_UPLINK) {
                counts[port] = Math.max(0, counts[port]);
            } else {
                giveUp(port);
            }
        }
    }

    /** Whether this worker sends for the port, and it is an uplink's. */
    boolean isFor(int port) {
        return counts[port] != NOT_HERE;
    }

    /** Takes over a packet for a port that this {@link #isFor}, which leaves now or with one of the next calls of {@link #send}. */
    void add(int port, long packet) {
        int count = counts[port];
        if (count == CAPACITY) {
            refusal.refuse(port, packet, Reason.TX_QUEUE_FULL);
            return;
        }
        long place = list(port) + (long) count * Long.BYTES;
        Memory.putLong(place, packet);
        PacketWatch watch = watching.watch;
        if (watch != null) { // told once, and not each time that there is no room
            watch.leaving(port, place, 1);
            watch.left(port, place, 1, 1);
        }
        counts[port] = count + 1;
        setWaiting(waiting + 1);
        send(port);
    }

    /** Sends what waits for any port, as far as there is room. */
    void send() {
        for (int port = 0; waiting > 0 && port < counts.length; port++) {
            send(port);
        }
    }

    /** Sends what waits for a port, as far as there is room. */
    void send(int port) {
        PortOutput output = outputs[port];
        if (counts[port] <= 0 || output == null) {
            return;
        }
        long list = list(port);
        int sent = output.offer(list, counts[port]);
        int left = counts[port] - sent;
        Memory.copy(list + (long) sent * Long.BYTES, list, (long) left * Long.BYTES);
        counts[port] = left;
        setWaiting(waiting - sent);
    }

    private void giveUp(int port) {
        int count = counts[port];
        counts[port] = NOT_HERE;
        for (int i = 0; i < count; i++) {
            refusal.refuse(port, Memory.getLong(list(port) + (long) i * Long.BYTES), Reason.PORT_GONE);
        }
        setWaiting(waiting - Math.max(0, count));
    }

    private long list(int port) {
        return lists + port * LIST_BYTES;
    }

    private void setWaiting(int packets) {
        waiting = packets;
        Memory.putLongOpaque(waitingCell, packets);
    }

    /** Packets that wait. Any thread. */
    long waiting() {
        return Memory.getLongOpaque(waitingCell);
    }

    /** Refuses what waits. */
    @Override
    public void close() {
        for (int port = 0; port < counts.length; port++) {
            giveUp(port);
        }
    }
}
