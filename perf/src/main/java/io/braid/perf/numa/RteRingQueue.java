package io.braid.perf.numa;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/** DPDK's ring. */
final class RteRingQueue extends HandoffQueue implements AutoCloseable {
    private final RteRing ring = new RteRing("perf_numa", CAPACITY);
    private final long taken =
            Arena.global().allocate(ValueLayout.JAVA_LONG, BURST).address();

    private void addTaken() {
        long s = sum;
        for (int i = 0; i < BURST; i++) {
            s += Memory.getLong(taken + (long) i * Long.BYTES);
        }
        sum = s;
    }

    @Override
    void turns(int bursts) {
        long burst = BraidQueue.burst();
        for (int i = 0; i < bursts; i++) {
            if (!ring.enqueue(burst, BURST) || !ring.dequeue(taken, BURST)) {
                throw new IllegalStateException("the ring has neither room nor packets");
            }
            addTaken();
        }
    }

    @Override
    void produce() {
        long burst = BraidQueue.burst();
        while (!isStopped()) {
            int spins = 0;
            while (!ring.enqueue(burst, BURST) && !isStopped()) {
                spins = idle(spins);
            }
        }
    }

    @Override
    int take() {
        if (!ring.dequeue(taken, BURST)) {
            return 0;
        }
        addTaken();
        return BURST;
    }

    @Override
    public void close() {
        ring.close();
    }
}
