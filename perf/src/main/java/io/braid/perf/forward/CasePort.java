package io.braid.perf.forward;

import io.braid.dpdk.Eal;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;

/** This process's port of a case, with frames before it. */
final class CasePort implements AutoCloseable {
    private final PacketPool pool;
    private final Port port;
    private final ForwardCase which;

    private CasePort(PacketPool pool, Port port, ForwardCase which) {
        this.pool = pool;
        this.port = port;
        this.which = which;
    }

    /**
     * Opens it.
     *
     * @param number of the device, see {@link Vdev#devargs}
     * @param captures what {@link CaseFrames} wrote, one for each worker
     */
    static CasePort open(Eal eal, ForwardCase which, int number, List<Path> captures) {
        PacketPool pool = PacketPool.create("forward", which.buffers(), which.dataRoom(), -1);
        try {
            if (which.vdev() == Vdev.NULL) {
                fill(pool, which);
            }
            Port port = eal.open("vdev:" + which.vdev().devargs(which, number, captures));
            try {
                port.configure(PortConfig.single(which.portMtu()).withQueues(which.workers(), which.workers()), pool);
                port.start();
                if (which.vdev() == Vdev.RING) {
                    send(pool, port, which);
                }
                return new CasePort(pool, port, which);
            } catch (RuntimeException e) {
                port.close();
                throw e;
            }
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    PacketPool pool() {
        return pool;
    }

    Port port() {
        return port;
    }

    /** Puts frames into all buffers: {@code net_null} gives them out as they are. */
    private static void fill(PacketPool pool, ForwardCase which) {
        int n = which.buffers();
        try (Arena arena = Arena.ofConfined()) {
            long packets = arena.allocate(ValueLayout.JAVA_LONG, n).address();
            take(pool, packets, n);
            for (int i = 0; i < n; i++) {
                Packet.setBytes(at(packets, i), CaseFrames.frame(which, i % which.flows()));
            }
            PacketPool.free(packets, n);
        }
    }

    /** Puts frames into the rings: each queue has flows of its own. */
    private static void send(PacketPool pool, Port port, ForwardCase which) {
        int n = which.vdev().frames(which.flows(), which.workers());
        try (Arena arena = Arena.ofConfined()) {
            long packets = arena.allocate(ValueLayout.JAVA_LONG, n).address();
            for (int queue = 0; queue < which.workers(); queue++) {
                take(pool, packets, n);
                for (int i = 0; i < n; i++) {
                    Packet.setBytes(at(packets, i), CaseFrames.frame(which, queue * n + i));
                }
                int sent = port.txQueue(queue).send(packets, n);
                if (sent < n) {
                    PacketPool.free(packets + (long) sent * Long.BYTES, n - sent);
                    throw new IllegalStateException(
                            "a ring of net_ring took " + sent + " of " + n + " frames; it should hold 1023");
                }
            }
        }
    }

    private static void take(PacketPool pool, long packets, int n) {
        if (!pool.allocate(packets, n)) {
            throw new IllegalStateException("a new pool of " + pool.size() + " buffers has not " + n);
        }
    }

    private static long at(long packets, int i) {
        return Memory.getLong(packets + (long) i * Long.BYTES);
    }

    /** Takes what still goes round: the driver does not. */
    private void empty() {
        try (Arena arena = Arena.ofConfined()) {
            long packets =
                    arena.allocate(ValueLayout.JAVA_LONG, Vdev.RING_FRAMES).address();
            for (int queue = 0; queue < which.workers(); queue++) {
                for (int n = receive(queue, packets); n > 0; n = receive(queue, packets)) {
                    PacketPool.free(packets, n);
                }
            }
        }
    }

    private int receive(int queue, long packets) {
        return port.rxQueue(queue).receive(packets, Vdev.RING_FRAMES);
    }

    @Override
    public void close() {
        if (which.vdev() == Vdev.RING) {
            empty();
        }
        port.close();
        pool.close();
    }
}
