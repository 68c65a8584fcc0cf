package io.braid.numa.plan;

/**
 * A piece of memory and the node it is to be on.
 *
 * @param kind what it is for
 * @param worker the worker it belongs to; -1 for packet buffers, which belong to all workers served from the node
 * @param node where it lies
 * @param bytes how large it is
 */
public record MemoryArea(Kind kind, int worker, int node, long bytes) {
    /** What memory is for. */
    public enum Kind {
        /** Packet buffers of the queues that the node's workers poll. */
        MEMPOOL("packet buffers"),
        /** A worker's flow table. */
        FLOW_TABLE("flow table"),
        /** The ring by which other workers hand packets to a worker. */
        RING("hand-off ring");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        /** The kind for people. */
        public String title() {
            return title;
        }
    }
}
