package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Reason;
import io.braid.dpdk.Memory;
import io.braid.numa.HandoffRing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Packets for ports whose sender's role is still on its way to this worker ({@link QueueHandover}): they wait here, so that none of a flow overtakes those that the worker before still sends.
 *
 * <p>The worker's thread only, but for {@link #waiting}.
 */
final class HeldOutput implements AutoCloseable {
    private static final long CELL_BYTES = 128;

    /** Where packets go that are held no more. */
    interface Target {
        /** The role has come: what is sent by the port from now on leaves here. */
        void arrived(int port);

        /** Sends a packet that waited, in order. */
        void give(int port, long packet);

        /** Drops one. */
        void refuse(int port, long packet, Reason reason);
    }

    private final List<HandoffRing> rings;
    private final Target target;
    /** By port. */
    private final @Nullable HeldPackets[] held;
    /** Freed with this object: readers may outlive the worker. */
    private final MemorySegment memory = Arena.ofAuto().allocate(CELL_BYTES, CELL_BYTES);

    private final long waitingCell = memory.address();
    private int passing;

    /** @param rings every worker's, by which a passage is seen to be over */
    HeldOutput(int ports, List<HandoffRing> rings, Target target) {
        this.rings = rings;
        this.target = target;
        this.held = new @Nullable HeldPackets[ports];
    }

    /** Whether packets for the port wait here. */
    boolean isFor(int port) {
        return held[port] != null;
    }

    /** Holds packets for the port until the passage is over. */
    void hold(int port, QueueHandover passage) {
        HeldPackets before = held[port];
        if (before == null || before.passage() != passage) {
            if (before != null) {
                refuseAll(port, before);
            }
            held[port] = new HeldPackets(passage);
            passing++;
        }
    }

    /** Takes over a packet; one for a port that this is not for is dropped. */
    void keep(int port, long packet) {
        HeldPackets packets = held[port];
        if (packets == null) {
            target.refuse(port, packet, Reason.PORT_GONE);
        } else if (packets.add(packet)) {
            waits(1);
        } else {
            target.refuse(port, packet, Reason.HANDOFF_RING_FULL);
        }
    }

    /** Goes on with passages: what waited for those that are over is sent. */
    void pass() {
        for (int port = 0; passing > 0 && port < held.length; port++) {
            HeldPackets packets = held[port];
            if (packets != null && packets.passage().take(rings)) {
                target.arrived(port);
                giveAll(port, packets);
            }
        }
    }

    /**
     * Takes up a new snapshot: what waited for a port that is ours by now is sent, and for one that is gone dropped.
     *
     * @param stays by port, whether packets go on waiting
     * @param ours by port, an output or null
     */
    void adopt(boolean[] stays, @Nullable PortOutput[] ours) {
        for (int port = 0; port < held.length; port++) {
            HeldPackets packets = held[port];
            if (packets != null && !stays[port]) {
                if (ours[port] != null) {
                    giveAll(port, packets);
                } else {
                    refuseAll(port, packets);
                }
            }
        }
    }

    private void giveAll(int port, HeldPackets packets) {
        for (int i = 0; i < packets.count(); i++) {
            target.give(port, packets.packet(i));
        }
        letGo(port, packets);
    }

    private void refuseAll(int port, HeldPackets packets) {
        for (int i = 0; i < packets.count(); i++) {
            target.refuse(port, packets.packet(i), Reason.PORT_GONE);
        }
        letGo(port, packets);
    }

    private void letGo(int port, HeldPackets packets) {
        held[port] = null;
        passing--;
        waits(-packets.count());
    }

    private void waits(int more) {
        Memory.putLongOpaque(waitingCell, Memory.getLong(waitingCell) + more);
    }

    /** Packets that wait. Any thread. */
    long waiting() {
        return Memory.getLongOpaque(waitingCell);
    }

    /** Drops what still waits. */
    @Override
    public void close() {
        for (int port = 0; port < held.length; port++) {
            HeldPackets packets = held[port];
            if (packets != null) {
                refuseAll(port, packets);
            }
        }
    }
}
