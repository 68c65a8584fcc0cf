package io.braid.dataplane.graph;

/**
 * The most that a task may send and be sent; 0 where there is no cap. Bits are those of Ethernet frames without the checksum, as the counters' bytes are.
 *
 * @param bitsOut from the task, bits a second, at most {@link RateBucket#MAX_BITS}
 * @param packetsOut from the task, packets a second, at most {@link RateBucket#MAX_PACKETS}
 * @param bitsIn to the task, bits a second
 * @param packetsIn to the task, packets a second
 */
public record TaskCaps(long bitsOut, long packetsOut, long bitsIn, long packetsIn) {
    /** No caps. */
    public static final TaskCaps NONE = new TaskCaps(0, 0, 0, 0);

    /** Whether what the task sends is capped. */
    public boolean capsOut() {
        return (bitsOut | packetsOut) != 0;
    }

    /** Whether what the task is sent is capped. */
    public boolean capsIn() {
        return (bitsIn | packetsIn) != 0;
    }
}
