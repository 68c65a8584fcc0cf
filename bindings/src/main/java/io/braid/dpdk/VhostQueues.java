package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_eth_link;
import io.braid.dpdk.ffi.rte_eth_vhost_queue_event;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which of its receive queues the application behind each vhost-user port has enabled: the port's transmit queues of the same numbers, a bit for each. Any thread.
 *
 * <p>The driver tells changes only, and forgets all without telling when the application goes. So the changes are taken in on the driver's own thread, in the order in which they
 * happen: taken later, those of an application that has gone would count for the one that came. Source: {@code rte_eth_vhost.h}; {@code vring_state_changed} and
 * {@code destroy_device} in {@code rte_eth_vhost.c}.
 */
final class VhostQueues {
    static final String DRIVER = "net_vhost";

    /** Numbers from here on are not remembered; no port has so many queues. */
    private static final int MOST = Long.SIZE;

    private static final AtomicLongArray ENABLED = new AtomicLongArray(Port.MAX_PORTS);

    private VhostQueues() {}

    /** Loads the driver's own library, whose functions are called here; before there is a port. */
    static void load() {
        DpdkLibraries.loadOne(DRIVER);
    }

    static long enabled(int port) {
        return ENABLED.get(port);
    }

    /** Takes in what the driver has to tell; called by it. Nothing here may throw. */
    static void changed(int port) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = rte_eth_vhost_queue_event.allocate(arena);
            while (DpdkHeaders.rte_eth_vhost_get_queue_event((short) port, event) == 0) {
                int queue = rte_eth_vhost_queue_event.queue_id(event) & 0xffff;
                // "rx" is seen from the port: what it receives from is a transmit queue of the application.
                if (queue < MOST && !rte_eth_vhost_queue_event.rx(event)) {
                    long bit = 1L << queue;
                    boolean enable = rte_eth_vhost_queue_event.enable(event);
                    ENABLED.accumulateAndGet(port, bit, (all, one) -> enable ? all | one : all & ~one);
                }
            }
        }
    }

    /** The port's link went up or down; called by its driver. Nothing here may throw. */
    static void linkChanged(int port) {
        if (ENABLED.get(port) == 0) {
            return; // also every port of another driver
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment link = rte_eth_link.allocate(arena);
            if (DpdkHeaders.rte_eth_link_get_nowait((short) port, link) == 0 && !LinkStatus.isUp(link)) {
                forget(port);
            }
        }
    }

    /** The port has no application, or is no more. */
    static void forget(int port) {
        ENABLED.set(port, 0);
    }
}
