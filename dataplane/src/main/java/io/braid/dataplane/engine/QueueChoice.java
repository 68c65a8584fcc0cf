package io.braid.dataplane.engine;

/**
 * Which of a port's transmit queues a flow takes, by its hash: its own, unless that is not enabled; else one of the enabled ones. So a queue that is switched off or on again moves
 * its own flows only, and spreads them evenly over the others.
 */
final class QueueChoice {
    /** Places of the table, a power of two: enough for the flows of one queue to be spread over all others. */
    private static final int PLACES = 256;

    private final byte[] table = new byte[PLACES];
    private final boolean none;

    /**
     * Makes the choice for as long as nothing changes.
     *
     * @param queues how many there are, 1 to {@link SharedQueues#MOST}
     * @param enabled a bit for each that packets can go to; bits of others are ignored
     */
    QueueChoice(int queues, long enabled) {
        int[] usable = new int[queues];
        int count = 0;
        for (int queue = 0; queue < queues; queue++) {
            if (((enabled >>> queue) & 1) != 0) {
                usable[count++] = queue;
            }
        }
        none = count == 0;
        for (int place = 0; place < PLACES && !none; place++) {
            int own = place % queues;
            table[place] = (byte) (((enabled >>> own) & 1) != 0 ? own : usable[(place / queues) % count]);
        }
    }

    /** Whether no queue is enabled. */
    boolean isNone() {
        return none;
    }

    /** The queue of a flow; only if there is one. */
    int of(long hash) {
        return table[(int) hash & (PLACES - 1)];
    }
}
