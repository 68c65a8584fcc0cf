package io.braid.perf.numa;

import io.braid.dpdk.Memory;
import io.braid.numa.HandoffRing;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/** Our ring, polled by bursts. */
final class BraidQueue extends HandoffQueue {
    private static final int TAG = 3;

    private final HandoffRing ring = new HandoffRing(CAPACITY);
    private final HandoffRing.BurstHandler handler = this::take;

    static long burst() {
        var burst = Arena.global().allocate(ValueLayout.JAVA_LONG, BURST);
        for (int i = 0; i < BURST; i++) {
            burst.setAtIndex(ValueLayout.JAVA_LONG, i, 1_000 + i);
        }
        return burst.address();
    }

    private void take(long packets, int count, int tag) {
        long s = sum;
        for (int i = 0; i < count; i++) {
            s += Memory.getLong(packets + (long) i * Long.BYTES);
        }
        sum = s;
    }

    @Override
    void turns(int bursts) {
        long burst = burst();
        for (int i = 0; i < bursts; i++) {
            if (ring.offer(burst, BURST, TAG) != BURST || ring.pollBursts(handler, BURST) != BURST) {
                throw new IllegalStateException("the ring has neither room nor packets");
            }
        }
    }

    @Override
    void produce() {
        long burst = burst();
        while (!isStopped()) {
            int done = 0;
            int spins = 0;
            while (done < BURST && !isStopped()) {
                int taken = ring.offer(burst + (long) done * Long.BYTES, BURST - done, TAG);
                done += taken;
                spins = taken > 0 ? 0 : idle(spins);
            }
        }
    }

    @Override
    int take() {
        return ring.pollBursts(handler, BURST);
    }
}
