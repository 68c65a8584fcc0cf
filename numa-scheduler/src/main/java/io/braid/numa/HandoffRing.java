package io.braid.numa;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Hands packets from any number of workers to the one worker that owns the ring, over an LMAX Disruptor.
 *
 * <p>Contract:
 * <ul>
 *   <li>Any thread may offer; one thread, always the same, polls. Nobody waits for anyone.
 *   <li>What one producer offers arrives in its order; producers are interleaved.
 *   <li>A packet that was taken ({@code true}, or counted by a batch) belongs to the ring and then to the handler it is
 *       given to, once, even if that handler throws. A packet that was not taken still belongs to the producer.
 *   <li>A full ring takes nothing and says so; the producer counts the drop.
 *   <li>Nothing is allocated after construction. Events are preallocated and reused.
 *   <li>Packets left at the end are got by polling once more after all producers have stopped.
 * </ul>
 *
 * <p>The Disruptor's own threads, wait strategies and blocking claims are not used: the worker polls between its queues.
 */
public final class HandoffRing {
    /** Receives the packets of a poll. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Takes over a packet.
         *
         * @param mbuf address of the packet's first mbuf
         * @param port number the producer gave with it
         */
        void onPacket(long mbuf, int port);
    }

    /** A preallocated slot; written by its claimer before it is published, read by the consumer after. */
    private static final class Slot {
        private long mbuf;
        private int port;
    }

    private final RingBuffer<Slot> ring;
    private final EventPoller<Slot> poller;
    private final EventPoller.Handler<Slot> adapter = this::onSlot;
    // State of the poll under way; the consumer's thread only.
    private @Nullable Handler handler;
    private int left;
    private @Nullable Throwable failure;

    /**
     * Makes an empty ring.
     *
     * @param capacity number of packets it holds, a power of two from 2 to 2^20
     * @throws IllegalArgumentException for another capacity
     */
    public HandoffRing(int capacity) {
        if (capacity < 2 || capacity > 1 << 20 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + " is no power of two from 2 to 1048576");
        }
        // The wait strategy is never asked: signalling is a no-op for this one, unlike the default.
        ring = RingBuffer.createMultiProducer(Slot::new, capacity, new YieldingWaitStrategy());
        poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
    }

    /**
     * Offers one packet. Any thread; never waits.
     *
     * @return whether it was taken; false when the ring is full
     */
    public boolean offer(long mbuf, int port) {
        if (!ring.hasAvailableCapacity(1)) {
            return false;
        }
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) {
            return false; // another producer took the last slot since the check; the exception is a preallocated one
        }
        fill(sequence, mbuf, port);
        ring.publish(sequence);
        return true;
    }

    /**
     * Offers the packets {@code mbufs[from]} to {@code mbufs[from + count - 1]}, in this order, as one claim. Any thread;
     * never waits.
     *
     * @return how many were taken, counted from the first; fewer than {@code count} when the ring is full
     */
    public int offer(long[] mbufs, int from, int count, int port) {
        int wanted = count;
        while (wanted > 0) {
            wanted = (int) Math.min(wanted, ring.remainingCapacity());
            if (wanted <= 0) {
                return 0;
            }
            long last;
            try {
                last = ring.tryNext(wanted);
            } catch (InsufficientCapacityException e) {
                wanted >>= 1; // other producers were faster; ask for less rather than race for the same amount
                continue;
            }
            long first = last - wanted + 1;
            for (int i = 0; i < wanted; i++) {
                fill(first + i, mbufs[from + i], port);
            }
            ring.publish(first, last);
            return wanted;
        }
        return 0;
    }

    /**
     * Gives up to {@code limit} packets to the handler. The owner's thread only; never waits.
     *
     * <p>What the handler throws ends the poll and is thrown here; the packet it was given counts as handled and is not
     * given again.
     *
     * @return how many packets the handler was given
     */
    public int poll(Handler to, int limit) {
        if (limit <= 0) {
            return 0;
        }
        handler = to;
        left = limit;
        try {
            poller.poll(adapter);
        } catch (Exception e) {
            // Declared by the Disruptor's interface; the adapter throws nothing.
            throw new IllegalStateException(e);
        }
        Throwable thrown = failure;
        if (thrown != null) {
            failure = null;
            rethrow(thrown);
        }
        return limit - left;
    }

    /** Returns the number of packets offered and not yet handled; exact only while nobody offers or polls. */
    public int size() {
        return ring.getBufferSize() - (int) ring.remainingCapacity();
    }

    /** Returns how many packets the ring holds. */
    public int capacity() {
        return ring.getBufferSize();
    }

    private void fill(long sequence, long mbuf, int port) {
        Slot slot = ring.get(sequence);
        slot.mbuf = mbuf;
        slot.port = port;
    }

    /** Returns whether to go on. Never throws: the Disruptor would give the same slot again on every poll. */
    private boolean onSlot(Slot slot, long sequence, boolean endOfBatch) {
        Handler to = handler;
        left--;
        try {
            if (to != null) {
                to.onPacket(slot.mbuf, slot.port);
            }
        } catch (Throwable t) {
            failure = t;
            return false;
        }
        return left > 0;
    }

    private static void rethrow(Throwable thrown) {
        switch (thrown) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(thrown);
        }
    }
}
