package io.braid.perf.numa;

import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/** What one would write first: the JDK's bounded queue, one packet at a time, boxed. */
final class NaiveQueue extends HandoffQueue {
    private final ArrayBlockingQueue<Long> queue = new ArrayBlockingQueue<>(CAPACITY);

    @Override
    void turns(int bursts) {
        for (int i = 0; i < bursts; i++) {
            for (int p = 0; p < BURST; p++) {
                if (!queue.offer(1_000L + p)) {
                    throw new IllegalStateException("the queue has no room");
                }
            }
            for (int p = 0; p < BURST; p++) {
                Long packet = queue.poll();
                sum += packet == null ? 0 : packet;
            }
        }
    }

    @Override
    void produce() {
        while (!isStopped()) {
            for (int p = 0; p < BURST; p++) {
                int spins = 0;
                while (!queue.offer(1_000L + p) && !isStopped()) {
                    spins = idle(spins);
                }
            }
        }
    }

    @Override
    int take() {
        int count = 0;
        while (count < BURST) {
            @Nullable Long packet = queue.poll();
            if (packet == null) {
                break;
            }
            sum += packet;
            count++;
        }
        return count;
    }
}
