package io.braid.numa;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Gathers what one worker hands to each of the others during a burst, so that each ring is claimed once for all of it.
 *
 * <p>Packets for one worker arrive there in the order they were added. When its ring is full, the last ones of those gathered are refused, never one from the
 * middle: no packet passes one that was kept or refused before it. Allocates nothing after construction. One thread.
 *
 * <pre>
 * per worker, 128-byte aligned:
 * 0                        8 * 64                12 * 64
 * +------------------------+---------------------+
 * | packet addresses       | their tags          |
 * +------------------------+---------------------+
 * </pre>
 */
public final class Handoffs {
    /** Takes back what found no room. */
    @FunctionalInterface
    public interface Refused {
        /**
         * Takes back a packet, in the order they were added; the worker's ring was full.
         *
         * @param worker it was meant for
         * @param packet the packet's address
         * @param tag the number that was given with it
         */
        void onRefused(int worker, long packet, int tag);
    }

    /** Packets gathered for one worker before they are handed over in any case. */
    public static final int BURST = 64;

    private static final int STRIDE = BURST * (Long.BYTES + Integer.BYTES);
    private static final int ALIGNMENT = 128;

    private final HandoffRing[] rings;
    private final Refused refused;
    private final int[] counts;
    private final int[] touched;
    private int touchedCount;
    private final MemorySegment memory;
    private final long base;

    /**
     * @param rings every worker's ring, by worker index
     * @param refused gets back what finds no room, on the thread that adds or flushes
     */
    public Handoffs(List<HandoffRing> rings, Refused refused) {
        this.rings = rings.toArray(HandoffRing[]::new);
        this.refused = refused;
        this.counts = new int[this.rings.length];
        this.touched = new int[this.rings.length];
        this.memory = Arena.ofAuto().allocate((long) STRIDE * this.rings.length, ALIGNMENT);
        this.base = memory.address();
    }

    /**
     * Takes over a packet for another worker; it is on its way after the next {@link #flush} at the latest.
     *
     * @param worker index of its ring
     * @param tag number the worker's handler gets with it
     */
    public void add(int worker, long packet, int tag) {
        int count = counts[worker];
        if (count == 0) {
            touched[touchedCount++] = worker;
        }
        long stage = base + (long) worker * STRIDE;
        Memory.putLong(stage + (long) count * Long.BYTES, packet);
        Memory.putInt(stage + BURST * Long.BYTES + (long) count * Integer.BYTES, tag);
        count++;
        if (count == BURST) {
            offer(worker, count);
            count = 0;
            remove(worker);
        }
        counts[worker] = count;
    }

    /** Hands over all that was gathered. */
    public void flush() {
        for (int i = 0; i < touchedCount; i++) {
            int worker = touched[i];
            int count = counts[worker];
            counts[worker] = 0;
            offer(worker, count);
        }
        touchedCount = 0;
    }

    /** Returns how many packets wait for {@link #flush}. */
    public int gathered() {
        int sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    private void offer(int worker, int count) {
        long stage = base + (long) worker * STRIDE;
        long tags = stage + BURST * Long.BYTES;
        int taken = rings[worker].offerTagged(stage, tags, count);
        for (int i = taken; i < count; i++) {
            refused.onRefused(
                    worker,
                    Memory.getLong(stage + (long) i * Long.BYTES),
                    Memory.getInt(tags + (long) i * Integer.BYTES));
        }
    }

    /** The order in which rings are flushed does not matter, so the last takes the removed one's place. */
    private void remove(int worker) {
        for (int i = 0; i < touchedCount; i++) {
            if (touched[i] == worker) {
                touched[i] = touched[--touchedCount];
                return;
            }
        }
    }
}
