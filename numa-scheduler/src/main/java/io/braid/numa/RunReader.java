package io.braid.numa;

import com.lmax.disruptor.AbstractSequencer;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.MultiProducerSequencer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.braid.dpdk.Memory;
import org.jspecify.annotations.Nullable;

/**
 * The consumer's side of a {@link HandoffRing}: the Disruptor's {@link EventPoller} over runs of packets instead of single ones.
 *
 * <p>An EventPoller asks a sequencer how far it may read and calls its handler for each sequence up to there. Asked for packets, it would look at every packet published and not only at
 * the few that are wanted, and call for each. This sequencer numbers runs: the next one is there when its first packet is, and a poll is one call. What of a run
 * is beyond a poll's limit or behind the ring's end is a run of its own. Producers claim packets from the ring's own sequencer, and nothing from this one.
 *
 * <p>The consumer's thread only.
 */
final class RunReader extends AbstractSequencer {
    private static final int PADDING = 16;
    /** Index in {@link #state}: sequence of the next packet to be given. */
    private static final int NEXT = PADDING;
    /** Sequence after the run begun; equal to {@link #NEXT} when none is. */
    private static final int RUN_END = PADDING + 1;
    /** Tag of the run begun. */
    private static final int TAG = PADDING + 2;
    /** Sequence at which the poll under way ends. */
    private static final int END = PADDING + 3;

    private final RunMemory memory;
    private final MultiProducerSequencer packets;
    private final Sequence handled;
    private final EventPoller<RunReader> poller;
    private final EventPoller.Handler<RunReader> burstAdapter = (_, _, _) -> giveBurst();
    private final EventPoller.Handler<RunReader> packetAdapter = (_, _, _) -> givePackets();
    /** The numbers that change with each poll; apart from what producers read, which they would otherwise take from their caches. */
    private final long[] state = new long[PADDING + 4 + PADDING];

    private HandoffRing.@Nullable Handler packetHandler;
    private HandoffRing.@Nullable BurstHandler burstHandler;
    private @Nullable Throwable failure;

    /**
     * @param packets sequences of the packets
     * @param handled where the sequence goes up to which the handler has returned
     */
    RunReader(RunMemory memory, MultiProducerSequencer packets, Sequence handled) {
        super(packets.getBufferSize(), new YieldingWaitStrategy());
        this.memory = memory;
        this.packets = packets;
        this.handled = handled;
        this.poller = newPoller(_ -> this);
    }

    @SuppressWarnings("ReferenceEquality") // it is to be this very handler
    int pollPackets(HandoffRing.Handler to, int limit) {
        if (packetHandler != to) { // storing a reference also marks the heap, on lines that threads share
            packetHandler = to;
        }
        return poll(packetAdapter, limit);
    }

    @SuppressWarnings("ReferenceEquality") // it is to be this very handler
    int pollBursts(HandoffRing.BurstHandler to, int limit) {
        if (burstHandler != to) {
            burstHandler = to;
        }
        return poll(burstAdapter, limit);
    }

    private int poll(EventPoller.Handler<RunReader> adapter, int limit) {
        if (limit <= 0) {
            return 0;
        }
        long begin = state[NEXT];
        state[END] = begin + limit;
        try {
            while (state[NEXT] < state[END] && poller.poll(adapter) == EventPoller.PollState.PROCESSING) {
                // runs are given until there are no more or the limit is reached
            }
        } catch (Exception e) {
            // Declared by the Disruptor's interface; the adapters throw nothing.
            throw new IllegalStateException(e);
        }
        int given = (int) (state[NEXT] - begin);
        if (given > 0) {
            handled.set(state[NEXT] - 1);
        }
        Throwable thrown = failure;
        if (thrown != null) {
            failure = null;
            rethrow(thrown);
        }
        return given;
    }

    /** Returns {@code run} if it is there, the one before if not. */
    @Override
    public long getHighestPublishedSequence(long run, long unused) {
        if (state[NEXT] == state[RUN_END]) {
            if (!packets.isAvailable(state[NEXT])) {
                return run - 1;
            }
            long header = memory.takeRun(state[NEXT]);
            state[RUN_END] = state[NEXT] + (header >>> 32);
            state[TAG] = header;
        }
        return state[NEXT] == state[RUN_END] ? run - 1 : run;
    }

    /** Never throws, as {@link #givePackets}. */
    private boolean giveBurst() {
        HandoffRing.BurstHandler to = burstHandler;
        int index = memory.index(state[NEXT]);
        int count = step(index);
        advance(count);
        try {
            if (to != null) {
                to.onBurst(memory.address(index), count, (int) state[TAG]);
            }
        } catch (Throwable t) {
            stop(t);
        }
        return true;
    }

    /** Never throws: what a handler throws must not keep the poller from counting the run. */
    private boolean givePackets() {
        HandoffRing.Handler to = packetHandler;
        int index = memory.index(state[NEXT]);
        int count = step(index);
        long address = memory.address(index);
        int tag = (int) state[TAG];
        int given = 0;
        try {
            while (to != null && given < count) {
                long packet = Memory.getLong(address + (long) given * Long.BYTES);
                given++;
                to.onPacket(packet, tag);
            }
            advance(given);
        } catch (Throwable t) {
            advance(given);
            stop(t);
        }
        return true;
    }

    private int step(int index) {
        return (int) Math.min(Math.min(state[RUN_END], state[END]) - state[NEXT], memory.capacity() - index);
    }

    private void advance(int count) {
        state[NEXT] += count;
    }

    private void stop(Throwable t) {
        failure = t;
        state[END] = state[NEXT];
    }

    private static void rethrow(Throwable thrown) {
        switch (thrown) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(thrown);
        }
    }

    @Override
    public boolean isAvailable(long run) {
        return getHighestPublishedSequence(run, run) == run;
    }

    @Override
    public void claim(long run) {
        throw producersUseTheRing();
    }

    @Override
    public boolean hasAvailableCapacity(int n) {
        throw producersUseTheRing();
    }

    @Override
    public long remainingCapacity() {
        throw producersUseTheRing();
    }

    @Override
    public long next() {
        throw producersUseTheRing();
    }

    @Override
    public long next(int n) {
        throw producersUseTheRing();
    }

    @Override
    public long tryNext() {
        throw producersUseTheRing();
    }

    @Override
    public long tryNext(int n) {
        throw producersUseTheRing();
    }

    @Override
    public void publish(long run) {
        throw producersUseTheRing();
    }

    @Override
    public void publish(long first, long last) {
        throw producersUseTheRing();
    }

    private static UnsupportedOperationException producersUseTheRing() {
        return new UnsupportedOperationException("runs are published by offering packets to the ring");
    }
}
