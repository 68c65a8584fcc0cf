package io.braid.dataplane.control;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a dataplane that ends hands to the one that takes over: answer of {@code POST /v1/handover}. Its tasks are also what a state file keeps, see {@link TaskStateFile}.
 *
 * @param pid the process that ends
 * @param tasks in the order of their slots
 * @param routesKept whether the switches are asked to keep the routes meanwhile
 * @param cooling addresses that no other task may have yet
 */
public record Handover(long pid, List<Task> tasks, boolean routesKept, List<Cooling> cooling) {
    /** The task was announced until detached. */
    public static final String STANDING = "standing";
    /** Its lease was held by a connection, which the hand-over cuts. */
    public static final String HELD = "held";
    /** Its lease was held by a heartbeat: the word is followed by a blank and the seconds that were left. */
    public static final String TIMED = "timed";
    /** It had no lease. */
    public static final String NONE = "none";

    @SuppressWarnings("NullAway") // a dataplane of an earlier version says nothing of addresses
    public Handover {
        tasks = List.copyOf(tasks);
        cooling = cooling == null ? List.of() : List.copyOf(cooling);
    }

    /**
     * An address that a task had.
     *
     * @param ip the address
     * @param until when another task may have it, in seconds since 1970: the clock is all that two processes have in common
     */
    public record Cooling(String ip, long until) {
        public Cooling {
            Objects.requireNonNull(ip, "ip");
        }
    }

    /**
     * A task.
     *
     * @param request what attaches it again
     * @param lease {@link #STANDING}, {@link #HELD}, {@link #TIMED} with its seconds, or {@link #NONE}
     * @param withheld whether an operator holds it back
     * @param grant what it was granted, verified when it came; null without a grant. The token itself is not kept
     * @param place what it had and is to have again; null when it was not said
     * @param ready what the task said of itself last; null if it said nothing
     */
    public record Task(
            AttachRequest request,
            String lease,
            boolean withheld,
            @Nullable GrantStatus grant,
            @Nullable Place place,
            @Nullable Boolean ready) {
        public Task {
            Objects.requireNonNull(request, "request");
            Objects.requireNonNull(lease, "lease");
        }

        /** A task that has said nothing of itself. */
        public Task(
                AttachRequest request,
                String lease,
                boolean withheld,
                @Nullable GrantStatus grant,
                @Nullable Place place) {
            this(request, lease, withheld, grant, place, null);
        }

        /** The same for a file, where seconds that pass would have it written again and again: a lease for a time is one whose holder has to come again. */
        public Task atRest() {
            return lease.startsWith(TIMED) ? new Task(request, HELD, withheld, grant, place, ready) : this;
        }
    }

    /**
     * What a task keeps when it is attached again.
     *
     * @param slot its number on the host, which its MAC addresses are made of
     * @param nicAddresses its addresses on single uplinks
     * @param namespace what tells its network namespace from another one at the same path, null when it had none
     */
    public record Place(
            int slot,
            List<AttachResult.NicAddress> nicAddresses,
            @Nullable String namespace) {
        public Place {
            nicAddresses = List.copyOf(nicAddresses);
        }
    }
}
