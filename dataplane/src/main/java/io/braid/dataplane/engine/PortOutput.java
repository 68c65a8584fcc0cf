package io.braid.dataplane.engine;

/** Where one worker's packets leave a port. The worker's thread only. */
sealed interface PortOutput permits QueueOutput, SpreadOutput {
    /** Takes over a packet, which is sent at {@link #flush} at the latest, or dropped and counted. */
    void add(long packet);

    /** Sends all that was gathered. */
    void flush();
}
