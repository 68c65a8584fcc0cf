package io.braid.perf.numa;

import java.util.ArrayList;
import java.util.List;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/** JCTools' array queue at its best: objects made beforehand, bursts claimed at once by {@code fill}. */
final class JctoolsQueue extends HandoffQueue {
    private final MpscVarHandleArrayQueue<Long> queue = new MpscVarHandleArrayQueue<>(CAPACITY);
    private final MessagePassingQueue.Consumer<Long> consumer = packet -> sum += packet;

    /** Gives the packets of a burst again and again; one producer's. */
    private static final class Burst implements MessagePassingQueue.Supplier<Long> {
        private final List<Long> packets = new ArrayList<>();
        private int next;

        private Burst() {
            for (int i = 0; i < BURST; i++) {
                packets.add(1_000L + i);
            }
        }

        @Override
        public Long get() {
            Long packet = packets.get(next);
            next = (next + 1) % BURST;
            return packet;
        }
    }

    @Override
    void turns(int bursts) {
        var burst = new Burst();
        for (int i = 0; i < bursts; i++) {
            if (queue.fill(burst, BURST) != BURST || queue.drain(consumer, BURST) != BURST) {
                throw new IllegalStateException("the queue has neither room nor packets");
            }
        }
    }

    @Override
    void produce() {
        var burst = new Burst();
        while (!isStopped()) {
            int done = 0;
            int spins = 0;
            while (done < BURST && !isStopped()) {
                int taken = queue.fill(burst, BURST - done);
                done += taken;
                spins = taken > 0 ? 0 : idle(spins);
            }
        }
    }

    @Override
    int take() {
        return queue.drain(consumer, BURST);
    }
}
