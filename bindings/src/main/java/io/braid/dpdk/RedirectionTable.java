package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_eth_rss_reta_entry64;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A NIC's RSS redirection table (RETA): which receive queue each part of the hash space goes to. Any thread, one at a time for a port.
 *
 * <p>Source: {@code rte_ethdev.h}, {@code rte_eth_dev_rss_reta_update} and {@code _query}.
 */
public final class RedirectionTable {
    /** The library's limit on a table's size is the field's, 65535; no NIC of DPDK 22.11 has more than 2048 entries. */
    private static final int MAX_SIZE = 4096;

    private static final int GROUP = DpdkHeaders.RTE_ETH_RETA_GROUP_SIZE();

    private RedirectionTable() {}

    /** A table of {@code size} entries that spreads evenly over queues 0 to {@code queues} - 1. */
    public static int[] even(int size, int queues) {
        int[] table = new int[size];
        Arrays.setAll(table, i -> i % queues);
        return table;
    }

    /**
     * Sets the whole table of a port.
     *
     * @param queues the queue of each entry; as many entries as {@link PortInfo#redirectionSize} says
     * @throws DpdkException when the driver refuses
     */
    public static void update(Port port, int[] queues) {
        requireSize(port, queues.length);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment groups = groups(arena, queues.length);
            for (int i = 0; i < queues.length; i++) {
                rte_eth_rss_reta_entry64.reta(group(groups, i), i % GROUP, (short) queues[i]);
            }
            int status = DpdkHeaders.rte_eth_dev_rss_reta_update((short) port.id(), groups, (short) queues.length);
            if (status != 0) {
                throw DpdkException.of("port " + port.name() + ": cannot set its redirection table", status);
            }
        }
    }

    /**
     * Reads the whole table of a port.
     *
     * @throws DpdkException when the driver cannot say
     */
    public static int[] query(Port port) {
        int size = port.info().redirectionSize();
        requireSize(port, size);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment groups = groups(arena, size);
            int status = DpdkHeaders.rte_eth_dev_rss_reta_query((short) port.id(), groups, (short) size);
            if (status != 0) {
                throw DpdkException.of("port " + port.name() + ": cannot read its redirection table", status);
            }
            int[] queues = new int[size];
            Arrays.setAll(queues, i -> rte_eth_rss_reta_entry64.reta(group(groups, i), i % GROUP) & 0xffff);
            return queues;
        }
    }

    private static void requireSize(Port port, int size) {
        int known = port.info().redirectionSize();
        if (size != known || size <= 0 || size > MAX_SIZE) {
            throw new DpdkException("port " + port.name() + " has a redirection table of " + known
                    + " entries, which cannot be used with " + size);
        }
    }

    /** Room for {@code size} entries, all marked as meant. */
    private static MemorySegment groups(Arena arena, int size) {
        MemorySegment groups = rte_eth_rss_reta_entry64.allocateArray((size + GROUP - 1) / GROUP, arena);
        for (int i = 0; i < size; i++) {
            MemorySegment group = group(groups, i);
            rte_eth_rss_reta_entry64.mask(group, rte_eth_rss_reta_entry64.mask(group) | 1L << i % GROUP);
        }
        return groups;
    }

    private static MemorySegment group(MemorySegment groups, int entry) {
        return rte_eth_rss_reta_entry64.asSlice(groups, entry / GROUP);
    }
}
