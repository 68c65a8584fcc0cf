package io.braid.numa;

import java.time.Duration;

/**
 * How a worker runs its agent.
 *
 * @param idle what it does when there is nothing to do; an instance of its own
 * @param stall cycles longer than this are counted as stalls
 * @param errors where failures go; may be shared by workers
 * @param priority what the kernel is asked for; see {@link PriorityChoice} for whether it should be
 */
public record WorkerOptions(IdleStrategy idle, Duration stall, DistinctErrors errors, WorkerPriority priority) {
    /** A cycle longer than this is a stall unless set otherwise. */
    public static final Duration DEFAULT_STALL = Duration.ofMillis(1);

    /** Options with the default stall, errors of its own and normal priority. */
    public static WorkerOptions of(IdleStrategy idle) {
        return new WorkerOptions(idle, DEFAULT_STALL, new DistinctErrors(), WorkerPriority.NORMAL);
    }
}
