package io.braid.bgp.rib;

import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The task IPs of one family and what is known of each, by slot numbers that the peers' tables use as index.
 *
 * <p>A slot of an address that nothing is known of any more goes to another address only when no peer has the old one.
 * Guarded by the lock of {@link Announcements}.
 */
final class HostTable {
    static final int LEASED = 1;
    static final int PORT_UP = 2;
    static final int WITHHELD = 4;
    static final int OUTSIDE = 8;

    private static final int KNOWN = LEASED | PORT_UP | WITHHELD;
    private static final int FIRST_SIZE = 16;

    /** How many slots are tried before the table grows rather: keeps adding an address cheap while a peer is slow. */
    private static final int MAX_TRIES = 64;

    private final Map<IpAddress, Integer> slots = new HashMap<>();
    private final BitSet unused = new BitSet();
    private @Nullable Prefix[] prefixes = new Prefix[FIRST_SIZE];
    private byte[] flags = new byte[FIRST_SIZE];
    private int size;
    private int cursor;

    /** One more than the highest slot in use. */
    int size() {
        return size;
    }

    /** The slot of the address, or -1. */
    int slot(IpAddress ip) {
        return slots.getOrDefault(ip, -1);
    }

    /** The slot of the address, a new one if it has none. */
    int slotFor(IpAddress ip, IntPredicate gone) {
        Integer known = slots.get(ip);
        if (known != null) {
            return known;
        }
        int slot = take(gone);
        prefixes[slot] = Prefix.host(ip);
        flags[slot] = 0;
        slots.put(ip, slot);
        return slot;
    }

    private int take(IntPredicate gone) {
        int tries = Math.min(MAX_TRIES, unused.cardinality());
        for (; tries > 0; tries--) {
            int at = unused.nextSetBit(cursor);
            if (at < 0) {
                at = unused.nextSetBit(0);
            }
            cursor = at + 1;
            if (gone.test(at)) {
                unused.clear(at);
                slots.remove(prefix(at).address());
                return at;
            }
        }
        if (size == flags.length) {
            prefixes = Arrays.copyOf(prefixes, size * 2);
            flags = Arrays.copyOf(flags, size * 2);
        }
        return size++;
    }

    Prefix prefix(int slot) {
        Prefix prefix = prefixes[slot];
        if (prefix == null) {
            throw new IllegalStateException("slot " + slot + " was never used");
        }
        return prefix;
    }

    boolean has(int slot, int flag) {
        return (flags[slot] & flag) != 0;
    }

    /** Sets or clears a flag; returns whether that changes if the address is announced. */
    boolean flag(int slot, int flag, boolean on) {
        boolean before = isEligible(slot);
        flags[slot] = (byte) (on ? flags[slot] | flag : flags[slot] & ~flag);
        unused.set(slot, (flags[slot] & KNOWN) == 0);
        return before != isEligible(slot);
    }

    /** Whether the address may be announced as far as it alone matters: leased, its port up, allowed. */
    boolean isEligible(int slot) {
        return flags[slot] == (LEASED | PORT_UP);
    }
}
