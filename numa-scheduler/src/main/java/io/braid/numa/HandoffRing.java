package io.braid.numa;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.MultiProducerSequencer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Hands packets from any number of workers to the one worker that owns the ring, sequenced by an LMAX Disruptor.
 *
 * <p>Contract:
 * <ul>
 *   <li>Any thread may offer; one thread, always the same, polls. Nobody waits for anyone.
 *   <li>What one producer offers arrives in its order; producers are interleaved, by whole offers.
 *   <li>A packet that was taken ({@code true}, or counted by a batch) belongs to the ring and then to the handler it is
 *       given to, once, even if that handler throws. A packet that was not taken still belongs to the producer.
 *   <li>A full ring takes what fits, says how much that was, and the producer counts the drop.
 *   <li>Nothing is allocated after construction.
 *   <li>Packets left at the end are got by polling once more after all producers have stopped.
 * </ul>
 *
 * <p>Each packet has a sequence of the Disruptor's {@link MultiProducerSequencer}. An offer claims its sequences at once, fills them, and publishes them as one
 * <i>run</i>: how long the run is and its tag stand beside its first packet, and only that one's sequence is marked available. So 32 packets cost one compare-and-set,
 * one copy and one mark, not 32, and the consumer is given them where they lie (perf's {@code HandoffBenchmark} has the figures beside {@code rte_ring}).
 */
public final class HandoffRing {
    /** Receives the packets of a poll one by one. */
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

    /** Receives the packets of a poll by runs of one tag. */
    @FunctionalInterface
    public interface BurstHandler {
        /**
         * Takes over packets.
         *
         * @param packets address of {@code count} packet addresses in the ring itself, not to be read after the return
         * @param count at least 1
         * @param tag number the producer gave with them
         */
        void onBurst(long packets, int count, int tag);
    }

    /** Largest capacity. */
    public static final int MAX_CAPACITY = 1 << 20;

    private final int capacity;
    private final RunMemory memory;
    private final MultiProducerSequencer sequencer;
    private final Sequence handled = new Sequence();
    private final RunReader reader;
    private final WaitSample sample = new WaitSample();
    private @Nullable IdleStrategy consumer;

    /**
     * Makes an empty ring in memory of its own.
     *
     * @param capacity number of packets it holds, a power of two from 2 to {@value #MAX_CAPACITY}
     * @throws IllegalArgumentException for another capacity
     */
    public HandoffRing(int capacity) {
        this(capacity, Arena.ofAuto().allocate(bytes(capacity), 64));
    }

    /**
     * Makes an empty ring in memory given by the caller, for instance on the consumer's NUMA node.
     *
     * @param memory at least {@link #bytes} native bytes at a multiple of 8, better 64; to be used by nothing else and freed only when nobody uses the ring any
     *     more
     * @throws IllegalArgumentException for other capacities than those of {@link #HandoffRing(int)} and for other memory
     */
    public HandoffRing(int capacity, MemorySegment memory) {
        this.capacity = capacity;
        this.memory = new RunMemory(capacity, memory);
        // The wait strategy is never asked: signalling is a no-op for this one, unlike the default.
        this.sequencer = new MultiProducerSequencer(capacity, new YieldingWaitStrategy());
        sequencer.addGatingSequences(handled);
        this.reader = new RunReader(this.memory, sequencer, handled);
    }

    /** Returns the number of bytes a ring of this capacity needs. */
    public static long bytes(int capacity) {
        return RunMemory.bytes(capacity);
    }

    /**
     * Has every offer end the sleep of the worker that polls. To be called before the first offer; does nothing for strategies that need no waking.
     *
     * @param idle that worker's idle strategy
     */
    public void wakes(IdleStrategy idle) {
        consumer = idle.needsWaking() ? idle : null;
    }

    /**
     * Offers one packet. Any thread; never waits.
     *
     * @return whether it was taken; false when the ring is full
     */
    public boolean offer(long mbuf, int port) {
        long first = claim(1);
        if (first < 0) {
            return false;
        }
        Memory.putLong(memory.address(memory.index(first)), mbuf);
        publish(first, 1, port);
        wake();
        return true;
    }

    /**
     * Offers packets with one tag, in their order. Any thread; never waits.
     *
     * @param addresses address of {@code n} packet addresses
     * @return how many were taken, counted from the first; fewer than {@code n} when the ring is full
     */
    public int offer(long addresses, int n, int tag) {
        int taken = n;
        long first = claim(taken);
        while (first < 0) { // each time round another producer was faster
            taken = Math.min(n, remaining());
            if (taken < 1) {
                return 0;
            }
            first = claim(taken);
        }
        memory.fill(first, addresses, taken);
        publish(first, taken, tag);
        wake();
        return taken;
    }

    /**
     * Offers packets each with its own tag, in their order, by one claim. Any thread; never waits. Cheap when neighbors have the same tag.
     *
     * @param addresses address of {@code n} packet addresses
     * @param tags address of {@code n} ints
     * @return how many were taken, counted from the first; fewer than {@code n} when the ring is full
     */
    public int offerTagged(long addresses, long tags, int n) {
        int taken = n;
        long first = claim(taken);
        while (first < 0) { // each time round another producer was faster
            taken = Math.min(n, remaining());
            if (taken < 1) {
                return 0;
            }
            first = claim(taken);
        }
        memory.fill(first, addresses, taken);
        int begin = 0;
        int tag = Memory.getInt(tags);
        for (int i = 1; i < taken; i++) {
            int next = Memory.getInt(tags + (long) i * Integer.BYTES);
            if (next != tag) {
                publish(first + begin, i - begin, tag);
                begin = i;
                tag = next;
            }
        }
        publish(first + begin, taken - begin, tag);
        wake();
        return taken;
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
        return reader.pollPackets(to, limit);
    }

    /**
     * Gives up to {@code limit} packets to the handler, as many at once as were offered at once. The owner's thread only; never waits.
     *
     * <p>What the handler throws ends the poll and is thrown here; the packets it was given count as handled and are not
     * given again.
     *
     * @return how many packets the handler was given
     */
    public int pollBursts(BurstHandler to, int limit) {
        return reader.pollBursts(to, limit);
    }

    /** Returns the number of packets offered and not yet handled; exact only while nobody offers or polls. Any thread. */
    public int size() {
        return capacity - remaining();
    }

    /** Returns how many packets the ring holds. */
    public int capacity() {
        return capacity;
    }

    /**
     * Returns for how many packets there is room at least, as long as nobody else offers: what a producer that must not drop may offer. Any thread; two reads of memory.
     */
    public int remaining() {
        long before = handled.get(); // first: what is handled in between is then room that is not counted
        return (int) Math.max(0, capacity - (sequencer.getCursor() - before));
    }

    /**
     * Returns a mark for {@link #passed}: all packets that were taken before this call lie before it, those of other producers' offers under way perhaps.
     * Any thread.
     */
    public long mark() {
        return sequencer.getCursor();
    }

    /**
     * Returns whether the handler has returned for every packet before the mark, so that what is sent elsewhere from now on cannot overtake them. Any thread;
     * what the handler wrote is visible to the caller.
     */
    public boolean passed(long mark) {
        return handled.get() >= mark;
    }

    /** Asks that the next run that is offered be one of which {@link #sampledWait} tells. The owner's thread only. */
    public void sampleWait() {
        sample.want();
    }

    /** Returns for how many nanoseconds the run that was asked for waited, once, after the poll that handled it; -1 before. The owner's thread only. */
    public long sampledWait() {
        return sample.waited(handled.get());
    }

    /** First of {@code n} sequences that are now the caller's, or -1 when there is not that much room or {@code n} is less than 1. */
    private long claim(int n) {
        if (n < 1 || !sequencer.hasAvailableCapacity(n)) {
            return -1;
        }
        try {
            return sequencer.tryNext(n) - n + 1;
        } catch (InsufficientCapacityException e) {
            return -1; // another producer took the room since the check; the exception is a preallocated one
        }
    }

    private void publish(long first, int n, int tag) {
        sample.begin(first);
        memory.putRun(first, n, tag);
        sequencer.publish(first);
    }

    private void wake() {
        IdleStrategy sleeper = consumer;
        if (sleeper != null) {
            sleeper.wake();
        }
    }
}
