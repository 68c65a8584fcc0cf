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

    /**
     * Sends packets at once, before what was gathered, as long as there is room; the others stay the caller's.
     *
     * @param packets address of {@code count} packet addresses; the packets ask nothing of the driver
     * @return how many were sent, counted from the first
     */
    int offer(long packets, int count);

    /** Sends all that was gathered. */
    void flush();
}
