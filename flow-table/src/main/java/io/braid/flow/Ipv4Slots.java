package io.braid.flow;

import java.util.Arrays;
import java.util.Map;

/**
 * The IPv4 half of an {@link AddressTable}. A slot is one long, so that a probe costs one load:
 *
 * <pre>
 *   63            32 31             0
 *  +----------------+----------------+
 *  | value, or -1   | address, or 0  |     -1 and 0: empty
 *  +----------------+----------------+
 * </pre>
 *
 * The value of an empty slot is {@link AddressTable#MISSING}, so "found" and "not there" end a search alike.
 */
final class Ipv4Slots {
    private static final long EMPTY = (long) AddressTable.MISSING << 32;

    private final long key0;
    private final long key1;
    private final long[] slots;
    private final int longestProbe;

    private Ipv4Slots(Map<Integer, Integer> entries, long seed, int capacity) {
        key0 = Mix.secret(seed, 0);
        key1 = Mix.secret(seed, 1);
        slots = new long[capacity];
        Arrays.fill(slots, EMPTY);
        entries.forEach((address, value) -> slots[slotFor(address)] = ((long) value << 32) | (address & 0xFFFF_FFFFL));
        longestProbe = Probing.longestProbe(capacity, slot -> slots[slot] >= 0);
    }

    static Ipv4Slots of(Map<Integer, Integer> entries, long seed, int maxProbes) {
        int capacity = Probing.capacityFor(entries.size());
        return Probing.retry(
                maxProbes,
                attempt -> new Ipv4Slots(entries, Mix.secret(seed, attempt), capacity << attempt),
                Ipv4Slots::longestProbe);
    }

    int find(int address) {
        return (int) (slots[slotFor(address)] >> 32);
    }

    int longestProbe() {
        return longestProbe;
    }

    /** The slot that holds the address, else the empty slot where it would go. */
    private int slotFor(int address) {
        int slot = (int) Mix.fold(address ^ key0, key1);
        while (true) {
            slot &= slots.length - 1;
            long entry = slots[slot];
            if ((int) entry == address || entry < 0) {
                return slot;
            }
            slot++;
        }
    }
}
