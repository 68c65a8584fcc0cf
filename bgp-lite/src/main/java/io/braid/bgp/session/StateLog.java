package io.braid.bgp.session;

import java.util.ArrayList;
import java.util.List;

/** The last changes of a session's state; written by one thread, read by any. */
final class StateLog {
    /** How many are kept. */
    static final int CAPACITY = 32;

    private volatile List<StateChange> changes = List.of();

    /** Adds a change; one that is among the last two only counts there. Returns whether it is none of those. */
    boolean add(StateChange change) {
        var next = new ArrayList<>(changes);
        for (int i = next.size() - 1; i >= Math.max(0, next.size() - 2); i--) {
            StateChange old = next.get(i);
            if (old.isSameAs(change)) {
                next.remove(i);
                next.add(new StateChange(change.at(), old.from(), old.to(), old.reason(), old.count() + 1));
                changes = List.copyOf(next);
                return false;
            }
        }
        next.add(change);
        changes = List.copyOf(next.subList(Math.max(0, next.size() - CAPACITY), next.size()));
        return true;
    }

    /** Oldest first. */
    List<StateChange> changes() {
        return changes;
    }
}
