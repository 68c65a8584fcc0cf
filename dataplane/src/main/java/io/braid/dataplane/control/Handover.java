package io.braid.dataplane.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a dataplane that ends hands to the one that takes over: answer of {@code POST /v1/handover}.
 *
 * @param pid the process that ends
 * @param tasks in the order of their slots
 * @param routesKept whether the switches are asked to keep the routes meanwhile
 */
public record Handover(long pid, List<Task> tasks, boolean routesKept) {
    /** The task was announced until detached. */
    public static final String STANDING = "standing";
    /** Its lease was held by a connection, which the hand-over cuts. */
    public static final String HELD = "held";
    /** It had no lease. */
    public static final String NONE = "none";

    public Handover {
        tasks = List.copyOf(tasks);
    }

    /**
     * A task.
     *
     * @param request what attaches it again
     * @param lease {@link #STANDING}, {@link #HELD} or {@link #NONE}
     * @param withheld whether an operator holds it back
     * @param grant what it was granted, verified when it came; null without a grant. The token itself is not kept
     */
    public record Task(
            AttachRequest request,
            String lease,
            boolean withheld,
            @Nullable GrantStatus grant) {}
}
