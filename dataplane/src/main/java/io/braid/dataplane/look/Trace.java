package io.braid.dataplane.look;

import io.braid.dpdk.Memory;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A trace under way: a tap at each worker, and one thread that tells what they wrote down. */
public final class Trace implements AutoCloseable {
    private static final int RING_BYTES = 1 << 20;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long POLL_NANOS = 2_000_000;

    private final TraceSettings settings;
    private final Lookers lookers;
    private final PortNames names;
    private final Predicate<String> wanted;
    private final int portNumbers;
    private final PortChoice choice;
    private final LookMemory memory;
    private final List<TraceTap> taps;
    private final TraceText text;
    private Map<Integer, PortNames.Named> ports;
    private long packets;
    /** Whether no worker knows of it any more. */
    private boolean left;

    /** Is told of traced packets; for whom it is may be slow, and may be gone. */
    public interface Listener {
        /** A packet that was traced; several come in the order of their time, as far as they are known. */
        void packet(TracedPacket packet) throws IOException;

        /** Nothing came for a second. */
        void idle() throws IOException;
    }

    private Trace(
            TraceSettings settings,
            Lookers lookers,
            PortNames names,
            Predicate<String> wanted,
            int portNumbers,
            String policy) {
        this.settings = settings;
        this.lookers = lookers;
        this.names = names;
        this.wanted = wanted;
        this.portNumbers = portNumbers;
        this.ports = names.ports();
        this.choice = new PortChoice(chosen());
        Instant now = Instant.now();
        this.text = new TraceText(policy, now.getEpochSecond() * SECOND + now.getNano() - System.nanoTime());
        this.memory = new LookMemory(lookers.workers(), TraceTap.bytes(RING_BYTES));
        this.taps = IntStream.range(0, lookers.workers())
                .mapToObj(worker -> new TraceTap(settings, choice, memory.of(worker), RING_BYTES, portNumbers))
                .toList();
    }

    /**
     * Begins to trace packets.
     *
     * @param wanted those of which ports are traced, by name
     * @param portNumbers DPDK's port numbers are below this
     * @param policy how new flows are placed, for people
     * @return null when {@link Lookers#MOST} look on already
     */
    public static @Nullable Trace begin(
            TraceSettings settings,
            Lookers lookers,
            PortNames names,
            Predicate<String> wanted,
            int portNumbers,
            String policy) {
        var trace = new Trace(settings, lookers, names, wanted, portNumbers, policy);
        if (lookers.enter(trace.taps)) {
            return trace;
        }
        trace.memory.close(true);
        return null;
    }

    private boolean[] chosen() {
        var chosen = new boolean[portNumbers];
        ports.forEach((port, named) -> chosen[port] = wanted.test(named.name()));
        return chosen;
    }

    /**
     * Tells of packets until one of the trace's bounds is reached, and ends the trace.
     *
     * @return how many packets there were, and how many more that were too many to be written down
     * @throws IOException when the listener has enough; the trace has ended then too
     */
    public TraceEnd.Counts tell(Listener listener) throws IOException {
        try {
            long began = System.nanoTime();
            long last = began;
            for (long now = began; now - began < settings.nanos() && !isFull(); now = System.nanoTime()) {
                if (now - last >= SECOND) {
                    last = now;
                    ports = names.ports();
                    choice.set(chosen());
                    listener.idle();
                }
                if (!drain(listener)) {
                    LockSupport.parkNanos(POLL_NANOS);
                }
            }
            left = lookers.leave(taps);
            boolean more = true;
            while (more) {
                more = drain(listener);
            }
            return new TraceEnd.Counts(
                    packets, taps.stream().mapToLong(tap -> tap.counts().lost()).sum());
        } finally {
            close();
        }
    }

    private boolean isFull() {
        return packets >= settings.count();
    }

    private boolean drain(Listener listener) throws IOException {
        TraceTap oldest = null;
        long record = 0;
        for (TraceTap tap : taps) {
            long next = tap.ring().peek();
            if (next != 0
                    && (record == 0
                            || Memory.getLong(next + TraceTap.TIME) - Memory.getLong(record + TraceTap.TIME) < 0)) {
                oldest = tap;
                record = next;
            }
        }
        if (oldest == null || isFull()) {
            return false;
        }
        TracedPacket packet = text.read(record, "worker-" + taps.indexOf(oldest), ports);
        oldest.ring().release(record);
        packets++;
        listener.packet(packet);
        return true;
    }

    /** Ends it; again does nothing. The thread that tells. */
    @Override
    public void close() {
        memory.close(left || lookers.leave(taps));
    }
}
