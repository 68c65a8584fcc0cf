package io.braid.perf.numa;

import io.braid.numa.HandoffRing;

/** Our ring, with a call for each packet. */
final class BraidPacketQueue extends HandoffQueue {
    private static final int TAG = 3;

    private final HandoffRing ring = new HandoffRing(CAPACITY);
    private final HandoffRing.Handler handler = (packet, _) -> sum += packet;

    @Override
    void turns(int bursts) {
        long burst = BraidQueue.burst();
        for (int i = 0; i < bursts; i++) {
            if (ring.offer(burst, BURST, TAG) != BURST || ring.poll(handler, BURST) != BURST) {
                throw new IllegalStateException("the ring has neither room nor packets");
            }
        }
    }

    @Override
    void produce() {
        long burst = BraidQueue.burst();
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
        return ring.poll(handler, BURST);
    }
}
