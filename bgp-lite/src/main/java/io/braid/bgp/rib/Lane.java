package io.braid.bgp.rib;

import io.braid.bgp.wire.Nlri;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One path of each task IP of a family in one session: what was sent, what it should be, and which addresses have to be
 * looked at. Guarded by the lock of {@link Announcements}.
 */
final class Lane {
    private final HostTable table;
    private final int pathId;
    private final BitSet toWithdraw = new BitSet();
    private final BitSet toAnnounce = new BitSet();
    private final BitSet again = new BitSet();
    private @Nullable Route[] sent = new Route[0];
    private @Nullable Route route;
    private int room;

    Lane(HostTable table, int pathId) {
        this.table = table;
        this.pathId = pathId;
    }

    /** What is to be said of every announced address, null for nothing. */
    @Nullable
    Route route() {
        return route;
    }

    /**
     * Sets another thing to be said from now on.
     *
     * @param fits how many addresses fit in a message that says so
     */
    void route(@Nullable Route now, int fits) {
        route = now;
        room = fits;
        toWithdraw.set(0, table.size());
        toAnnounce.set(0, table.size());
    }

    /** An address may have changed. */
    void mark(int slot) {
        toWithdraw.set(slot);
        toAnnounce.set(slot);
    }

    /** All is to be announced again, whether it was or not. */
    void repeat() {
        again.set(0, table.size());
        toAnnounce.set(0, table.size());
    }

    /** What was sent for that address and stands. */
    @Nullable
    Route sent(int slot) {
        return slot < sent.length ? sent[slot] : null;
    }

    private @Nullable Route wanted(int slot) {
        return table.isEligible(slot) ? route : null;
    }

    /** Whether what was sent is what is wanted. */
    boolean isSettled(int slot) {
        return Objects.equals(sent(slot), wanted(slot)) && !again.get(slot);
    }

    /** Adds to the list what has to be withdrawn, as long as it has less than so many routes. */
    void withdraw(List<Nlri> list, int max) {
        int slot = toWithdraw.nextSetBit(0);
        for (; slot >= 0 && list.size() < max; slot = toWithdraw.nextSetBit(slot + 1)) {
            toWithdraw.clear(slot);
            if (sent(slot) != null && wanted(slot) == null) {
                sent[slot] = null;
                list.add(new Nlri(table.prefix(slot), pathId));
            }
        }
    }

    /** Adds to the list what has to be announced, as long as it has less than a message has room for. */
    void announce(List<Nlri> list) {
        int slot = toAnnounce.nextSetBit(0);
        for (; slot >= 0 && list.size() < room; slot = toAnnounce.nextSetBit(slot + 1)) {
            boolean settled = isSettled(slot);
            toAnnounce.clear(slot);
            again.clear(slot);
            Route wanted = wanted(slot);
            if (wanted != null && !settled) {
                remember(slot, wanted);
                list.add(new Nlri(table.prefix(slot), pathId));
            }
        }
    }

    private void remember(int slot, Route route) {
        if (slot >= sent.length) {
            sent = Arrays.copyOf(sent, Math.max(table.size(), slot + 1 + slot / 2));
        }
        sent[slot] = route;
    }

    /** Whether some address has a path by that uplink. */
    boolean uses(int uplink) {
        for (Route said : sent) {
            if (said != null && said.uplink() == uplink) {
                return true;
            }
        }
        return false;
    }

    int pathId() {
        return pathId;
    }
}
