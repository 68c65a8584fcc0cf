package io.braid.flow;

/**
 * Tells which receive queue a NIC chooses for a hash: the NIC's redirection table (RETA), indexed by the hash's low bits.
 *
 * <p>Together with {@link Toeplitz} it predicts a flow's queue from the NIC's key and table:
 *
 * <pre>{@code
 * int queue = reta.queueOf(toeplitz.ipv4(source, destination, sourcePort, destinationPort));
 * }</pre>
 *
 * <p>The prediction holds for packets that the NIC hashes by just these fields: with {@code RTE_ETH_RSS_NONFRAG_IPV4_TCP} or
 * its kin for the protocol switched on, and no flow rule in between. Fragments and other protocols are hashed by addresses
 * only.
 *
 * <p>Immutable, allocates nothing per call, any thread.
 */
public final class RssIndirection {
    /** Queues are numbered from 0 to this number less one. */
    public static final int MAX_QUEUES = 1 << 16;

    private final char[] queues;

    private RssIndirection(char[] queues) {
        this.queues = queues;
    }

    /**
     * The table as read from a NIC, entry by entry.
     *
     * @param queues 64, 128, 256 or 512 entries (the sizes of {@code rte_ethdev.h}), each a queue's number; copied
     * @throws IllegalArgumentException if there is another number of entries, or one is no queue's number
     */
    public static RssIndirection of(int... queues) {
        checkSize(queues.length);
        char[] table = new char[queues.length];
        for (int entry = 0; entry < table.length; entry++) {
            if (queues[entry] < 0 || queues[entry] >= MAX_QUEUES) {
                throw new IllegalArgumentException("entry " + entry + " of the redirection table names queue "
                        + queues[entry] + "; queues go from 0 to " + (MAX_QUEUES - 1));
            }
            table[entry] = (char) queues[entry];
        }
        return new RssIndirection(table);
    }

    /**
     * The table that drivers start with: queues 0 to {@code queues} - 1 in turn.
     *
     * @param size 64, 128, 256 or 512
     * @param queues from 1 to {@code size}
     * @throws IllegalArgumentException if a number is out of range
     */
    public static RssIndirection even(int size, int queues) {
        checkSize(size);
        if (queues < 1 || queues > size) {
            throw new IllegalArgumentException(
                    "a redirection table of " + size + " entries serves 1 to " + size + " queues, not " + queues);
        }
        char[] table = new char[size];
        for (int entry = 0; entry < size; entry++) {
            table[entry] = (char) (entry % queues);
        }
        return new RssIndirection(table);
    }

    private static void checkSize(int size) {
        if (size != 64 && size != 128 && size != 256 && size != 512) {
            throw new IllegalArgumentException("a redirection table has 64, 128, 256 or 512 entries, not " + size);
        }
    }

    /** The queue of a packet with this RSS hash. */
    public int queueOf(int hash) {
        return queues[hash & (queues.length - 1)];
    }

    /** The number of entries. */
    public int size() {
        return queues.length;
    }
}
