package io.braid.dataplane.graph;

import io.braid.flow.FlowBurst;

/**
 * Looks on as packets go through a worker, and changes nothing: neither the burst nor what is in it. The worker's thread calls all methods.
 *
 * <p>For each burst {@link #arrived} comes first; if it said that it {@linkplain #FOLLOWS follows} packets of it, {@link #decided} once for each of them, and between the two
 * {@link #passed} if it wants the {@linkplain #STEPS steps}. What leaves the worker comes by {@link #leaving}, {@link #left} and {@link #refused}, packets made here and those that
 * other workers handed over among them. A burst that ends with a defect is not decided.
 */
public interface PacketWatch {
    /** {@link #arrived}: wants to know what becomes of packets of this burst. */
    int FOLLOWS = 1;
    /** {@link #arrived}: wants to know what each node does, so that no packet of the burst may go past them. */
    int STEPS = 2;

    /** The nodes of the graph. */
    enum Node {
        PARSE,
        UNFINISHED,
        CAP,
        TASK_INPUT,
        UPLINK_INPUT,
        PATH,
        FORWARD
    }

    /**
     * A burst came in; nothing has been done to it yet.
     *
     * @return any of {@link #FOLLOWS} and {@link #STEPS}; 0 to hear no more of this burst
     */
    int arrived(Burst burst);

    /** A node is done with the burst. */
    default void passed(Node node, Burst burst, ForwardingTable table) {}

    /** The flows of the burst have their paths; {@code packets[f]} is the packet that flow {@code f} of {@code flows} is of. */
    default void routed(FlowBurst flows, int[] packets) {}

    /** Packet {@code i} is done with, and about to be sent or given back; its verdict is a port or a reason. */
    void decided(Burst burst, int i, int verdict);

    /** Packets are about to be given to a port's driver, at {@code packets}. */
    void leaving(int port, long packets, int count);

    /** The driver has taken the first {@code sent} of them, which must not be touched any more; the others are dropped. */
    void left(int port, long packets, int count, int sent);

    /** A packet that was to leave by a port is dropped. */
    void refused(int port, long packet, Reason reason);
}
