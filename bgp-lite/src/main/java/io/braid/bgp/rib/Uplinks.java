package io.braid.bgp.rib;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * The uplinks and which of them are in service. Setters return whether something changed for peers. Guarded by the lock
 * of {@link Announcements}.
 */
final class Uplinks {
    private final List<Uplink> uplinks;
    private final boolean[] usable;
    private final DrainPhase[] phase;
    private final long[] deadline;

    Uplinks(List<Uplink> uplinks) {
        this.uplinks = new ArrayList<>(uplinks);
        if (uplinks.isEmpty()) {
            throw new IllegalArgumentException("routes need an uplink");
        }
        for (int i = 0; i < uplinks.size(); i++) {
            if (uplinks.get(i).index() != i) {
                throw new IllegalArgumentException(uplinks.get(i) + " is at place " + i);
            }
        }
        usable = new boolean[uplinks.size()];
        deadline = new long[uplinks.size()];
        phase = new DrainPhase[uplinks.size()];
        Arrays.fill(phase, DrainPhase.ACTIVE);
    }

    int count() {
        return uplinks.size();
    }

    Uplink get(int index) {
        return uplinks.get(index);
    }

    boolean replace(Uplink uplink) {
        if (uplink.index() >= uplinks.size()) {
            throw new IllegalArgumentException("there is no uplink " + uplink.index());
        }
        return !uplinks.set(uplink.index(), uplink).equals(uplink);
    }

    boolean isUsable(int index) {
        return usable[index];
    }

    boolean usable(int index, boolean now) {
        boolean before = usable[index];
        usable[index] = now;
        return before != now;
    }

    DrainPhase phase(int index) {
        return phase[index];
    }

    /** Whether a path by that uplink is announced. */
    boolean isOffered(int index) {
        return usable[index] && phase[index] != DrainPhase.DRAINED;
    }

    boolean drain(int index, long until) {
        if (phase[index] == DrainPhase.DRAINED) {
            return false;
        }
        deadline[index] = until;
        return move(index, DrainPhase.DRAINING);
    }

    boolean undrain(int index) {
        return move(index, DrainPhase.ACTIVE);
    }

    boolean tick(long now) {
        boolean changed = false;
        for (int i = 0; i < phase.length; i++) {
            if (phase[i] == DrainPhase.DRAINING && now - deadline[i] >= 0) {
                changed |= move(i, DrainPhase.DRAINED);
            }
        }
        return changed;
    }

    private boolean move(int index, DrainPhase to) {
        boolean changed = phase[index] != to;
        phase[index] = to;
        return changed;
    }

    OptionalLong nextDeadline() {
        OptionalLong next = OptionalLong.empty();
        for (int i = 0; i < phase.length; i++) {
            if (phase[i] == DrainPhase.DRAINING && (next.isEmpty() || deadline[i] - next.getAsLong() < 0)) {
                next = OptionalLong.of(deadline[i]);
            }
        }
        return next;
    }
}
