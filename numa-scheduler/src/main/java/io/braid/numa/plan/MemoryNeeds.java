package io.braid.numa.plan;

/**
 * The memory that a dataplane takes.
 *
 * @param packetBytes packet buffers of all workers together
 * @param flowTableBytes flow table of one worker
 * @param ringBytes hand-off ring of one worker
 * @param hugepages whether the packet buffers should be hugepages
 */
public record MemoryNeeds(long packetBytes, long flowTableBytes, long ringBytes, boolean hugepages) {
    /** For plans about CPUs and queues only. */
    public static final MemoryNeeds NONE = new MemoryNeeds(0, 0, 0, false);

    public MemoryNeeds {
        if (packetBytes < 0 || flowTableBytes < 0 || ringBytes < 0) {
            throw new IllegalArgumentException("memory needs are not negative");
        }
    }
}
