package io.braid.dataplane.engine;

/** Where one worker's packets leave a port. The worker's thread only. */
sealed interface PortOutput permits QueueOutput, SpreadOutput {
    /** Takes over a packet, which is sent at {@link #flush} at the latest, or dropped and counted. */
    void add(long packet);

    /**
     * The same for several packets, in their order.
     *
     * @param packets address of {@code count} packet addresses, up to {@link io.braid.dataplane.graph.Burst#CAPACITY}, which may be overwritten
     */
    void addAll(long packets, int count);

    /** Sends all that was gathered. */
    void flush();
}
