package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_eth_xstat;
import io.braid.dpdk.ffi.rte_eth_xstat_name;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads a driver's extended counters ({@code rte_eth_xstats_*}). */
final class ExtendedStatistics {
    private ExtendedStatistics() {}

    static Map<String, Long> read(int port) {
        int count = DpdkHeaders.rte_eth_xstats_get_names((short) port, MemorySegment.NULL, 0);
        if (count < 0) {
            throw DpdkException.of("port " + port + ": cannot read extended statistics", count);
        }
        var values = LinkedHashMap.<String, Long>newLinkedHashMap(count);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment names = rte_eth_xstat_name.allocateArray(Math.max(count, 1), arena);
            MemorySegment cells = rte_eth_xstat.allocateArray(Math.max(count, 1), arena);
            int named = DpdkHeaders.rte_eth_xstats_get_names((short) port, names, count);
            int read = DpdkHeaders.rte_eth_xstats_get((short) port, cells, count);
            if (named != count || read != count) {
                throw new DpdkException(
                        "port " + port + ": extended statistics changed while they were read; try again");
            }
            for (int i = 0; i < count; i++) {
                String name = rte_eth_xstat_name.asSlice(names, i).getString(0);
                values.put(name, rte_eth_xstat.value(rte_eth_xstat.asSlice(cells, i)));
            }
        }
        return values;
    }
}
