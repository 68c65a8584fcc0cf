package io.braid.perf.forward;

import io.braid.dpdk.LcoreRegistration;
import io.braid.dpdk.Memory;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.RxQueue;
import io.braid.dpdk.TxQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** The bare loop: a burst is received and sent, and nothing looked at. What Braid costs is what it costs above this. */
final class IoLoop implements Loop {
    private final Arena arena = Arena.ofShared();
    private final long packets;
    private final long cell = arena.allocate(128, 128).address();
    private final int burst;
    private final RxQueue rx;
    private final TxQueue tx;
    private @Nullable LcoreRegistration registration;

    IoLoop(Port port, int burst) {
        this.burst = burst;
        this.packets = arena.allocate(ValueLayout.JAVA_LONG, burst).address();
        this.rx = port.rxQueue(0);
        this.tx = port.txQueue(0);
    }

    @Override
    public String name() {
        return "io";
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

    @Override
    public long sent() {
        return Memory.getLongOpaque(cell);
    }

    @Override
    public void onClose() {
        if (registration != null) {
            registration.close();
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
