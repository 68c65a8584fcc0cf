package io.braid.flow;

import java.util.Arrays;
import java.util.Map;

/**
 * The IPv6 half of an {@link AddressTable}. Slot {@code s} is {@code keys[2s]} = high half, {@code keys[2s + 1]} = low half,
 * {@code values[s]} = value. An empty slot is 0, 0 and {@link AddressTable#MISSING}, so "found" and "not there" end a search
 * alike, for the address :: too.
 */
final class Ipv6Slots {
    /** An address as the builder's map keeps it; comparable, so that a map full of crafted addresses stays fast. */
    record Key(long hi, long lo) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byHi = Long.compare(hi, other.hi);
            return byHi != 0 ? byHi : Long.compare(lo, other.lo);
        }
    }

    private final long key0;
    private final long key1;
    private final long[] keys;
    private final int[] values;
    private final int longestProbe;

    private Ipv6Slots(Map<Key, Integer> entries, long seed, int capacity) {
        key0 = Mix.secret(seed, 0);
        key1 = Mix.secret(seed, 1);
        keys = new long[2 * capacity];
        values = new int[capacity];
        Arrays.fill(values, AddressTable.MISSING);
        entries.forEach((key, value) -> {
            int slot = slotFor(key.hi, key.lo);
            keys[2 * slot] = key.hi;
            keys[2 * slot + 1] = key.lo;
            values[slot] = value;
        });
        longestProbe = Probing.longestProbe(capacity, slot -> values[slot] >= 0);
    }

    static Ipv6Slots of(Map<Key, Integer> entries, long seed, int maxProbes) {
        int capacity = Probing.capacityFor(entries.size());
        return Probing.retry(
                maxProbes,
                attempt -> new Ipv6Slots(entries, Mix.secret(seed, attempt), capacity << attempt),
                Ipv6Slots::longestProbe);
    }

    int find(long hi, long lo) {
        return values[slotFor(hi, lo)];
    }

    int longestProbe() {
        return longestProbe;
    }

    /** The slot that holds the address, else the empty slot where it would go. */
    private int slotFor(long hi, long lo) {
        int slot = (int) Mix.fold(hi ^ key0, lo ^ key1);
        while (true) {
            slot &= values.length - 1;
            if ((keys[2 * slot] == hi && keys[2 * slot + 1] == lo) || values[slot] < 0) {
                return slot;
            }
            slot++;
        }
    }
}
