package io.braid.dataplane.announce;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who wants which task announced. A task has at most one lease: a standing one, which an attach or an operator made and which lives until it is taken back, or
 * one that is held by a connection and dies with it.
 *
 * <p>For one thread at a time.
 */
public final class Leases {
    /** A lease that is held by someone who may go: the same object ends it. */
    public static final class Holder {
        private final String who;

        /** @param who for people, such as {@code pid 4242} */
        Holder(String who) {
            this.who = who;
        }

        @Override
        public String toString() {
            return who;
        }
    }

    private final Map<String, @Nullable Holder> leases = new HashMap<>();
    private final Set<Holder> awaited = new HashSet<>();

    Leases() {}

    /** Gives the task a standing lease, in place of a held one. */
    void stand(String task) {
        leases.put(task, null);
    }

    /** Keeps the lease of a holder who was cut off for a while; whoever holds it next takes it over. */
    Holder await(String task) {
        var absent = new Holder("a connection that a restart has cut");
        leases.put(task, absent);
        awaited.add(absent);
        return absent;
    }

    /**
     * Ties the task's announcement to a holder; a standing lease is his from now on.
     *
     * @return who holds it already, and keeps it; null when it was given
     */
    @Nullable
    Holder hold(String task, Holder holder) {
        Holder before = leases.get(task);
        if (before != null && before != holder && !awaited.remove(before)) {
            return before;
        }
        leases.put(task, holder);
        return null;
    }

    /** The holder is gone; whether a lease ended with him. */
    boolean release(String task, Holder holder) {
        awaited.remove(holder);
        return leases.get(task) == holder && drop(task);
    }

    /** Ends the task's lease, whoever has it; whether there was one. */
    boolean drop(String task) {
        boolean had = leases.containsKey(task);
        leases.remove(task);
        return had;
    }

    boolean has(String task) {
        return leases.containsKey(task);
    }

    /** Who holds the task's lease; null for nobody: it stands, or there is none. */
    @Nullable
    Holder holder(String task) {
        return leases.get(task);
    }
}
