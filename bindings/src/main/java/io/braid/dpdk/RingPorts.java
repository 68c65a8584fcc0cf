package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Two ports joined back to back by memory rings ({@code net_ring}): what one sends the other receives, without a system call. For tests and benchmarks.
 *
 * @param near one end
 * @param far the other end
 */
public record RingPorts(Port near, Port far) {
    private static final int SINGLE_PRODUCER_SINGLE_CONSUMER = 0x3; // RING_F_SP_ENQ | RING_F_SC_DEQ

    /**
     * Makes a pair named {@code net_ring_NAME_near} and {@code net_ring_NAME_far} with one queue each way, both configured and started.
     *
     * @param name unique in the process, at most 12 characters
     * @param capacity packets each direction holds, a power of two
     * @param mtu MTU both report
     * @param pool pool of both ends
     */
    public static RingPorts create(String name, int capacity, int mtu, PacketPool pool) {
        return create(name, capacity, mtu, pool, 1);
    }

    /**
     * The same with several queues each way: what one end sends by queue {@code q} the other receives by queue {@code q}.
     *
     * @param queues 1 to 10
     */
    public static RingPorts create(String name, int capacity, int mtu, PacketPool pool, int queues) {
        DpdkLibraries.loadOne("net_ring");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment toFar = rings(arena, "br_" + name + "_f", capacity, queues);
            MemorySegment toNear = rings(arena, "br_" + name + "_n", capacity, queues);
            Port near = port(arena, name + "_near", toNear, toFar, queues);
            Port far = port(arena, name + "_far", toFar, toNear, queues);
            for (Port port : new Port[] {near, far}) {
                port.configure(PortConfig.single(mtu).withQueues(queues, queues), pool);
                port.start();
            }
            return new RingPorts(near, far);
        }
    }

    private static MemorySegment rings(Arena arena, String name, int capacity, int queues) {
        MemorySegment array = arena.allocate(ValueLayout.ADDRESS, queues);
        for (int queue = 0; queue < queues; queue++) {
            String own = queues == 1 ? name : name + queue;
            array.setAtIndex(ValueLayout.ADDRESS, queue, ring(arena, own, capacity));
        }
        return array;
    }

    private static MemorySegment ring(Arena arena, String name, int capacity) {
        MemorySegment ring =
                DpdkHeaders.rte_ring_create(arena.allocateFrom(name), capacity, -1, SINGLE_PRODUCER_SINGLE_CONSUMER);
        if (ring.equals(MemorySegment.NULL)) {
            throw DpdkException.of("cannot make ring " + name, RteErrno.current());
        }
        return ring;
    }

    private static Port port(Arena arena, String name, MemorySegment receive, MemorySegment send, int queues) {
        int id = DpdkHeaders.rte_eth_from_rings(arena.allocateFrom(name), receive, queues, send, queues, 0);
        if (id < 0) {
            throw DpdkException.of("cannot make ring port " + name, RteErrno.current());
        }
        return Port.byId(id, "net_ring_" + name);
    }
}
