package io.braid.perf.forward;

import io.braid.dpdk.LcoreRegistration;
import io.braid.dpdk.Memory;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.RxQueue;
import io.braid.dpdk.TxQueue;
import io.braid.numa.Agent;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The bare loop: a burst is received and sent, and nothing looked at. What Braid costs is what it costs above this. */
final class IoLoop implements Loop {
    private final Arena arena = Arena.ofShared();
    private final List<Worker> workers;

    IoLoop(Port port, int workers, int burst) {
        this.workers = IntStream.range(0, workers)
                .mapToObj(queue -> new Worker(arena, port, queue, burst))
                .toList();
    }

    @Override
    public List<Agent> agents() {
        return List.copyOf(workers);
    }

    @Override
    public long sent() {
        return workers.stream().mapToLong(Worker::sent).sum();
    }

    @Override
    public void close() {
        arena.close();
    }

    private static final class Worker implements Agent {
        private final long packets;
        private final long cell;
        private final int queue;
        private final int burst;
        private final RxQueue rx;
        private final TxQueue tx;
        private @Nullable LcoreRegistration registration;

        Worker(Arena arena, Port port, int queue, int burst) {
            this.packets = arena.allocate(ValueLayout.JAVA_LONG, burst).address();
            this.cell = arena.allocate(128, 128).address();
            this.queue = queue;
            this.burst = burst;
            this.rx = port.rxQueue(queue);
            this.tx = port.txQueue(queue);
        }

        @Override
        public String name() {
            return "io-" + queue;
        }

        @Override
        public void onStart() {
            registration = LcoreRegistration.register();
        }

        @Override
        public int doWork() {
            int n = rx.receive(packets, burst);
            if (n > 0) {
                int sent = tx.send(packets, n);
                if (sent < n) {
                    PacketPool.free(packets + (long) sent * Long.BYTES, n - sent);
                }
                Memory.putLongOpaque(cell, Memory.getLong(cell) + sent);
            }
            return n;
        }

        long sent() {
            return Memory.getLongOpaque(cell);
        }

        @Override
        public void onClose() {
            if (registration != null) {
                registration.close();
            }
        }
    }
}
