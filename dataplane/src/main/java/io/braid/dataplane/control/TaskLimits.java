package io.braid.dataplane.control;

import org.jspecify.annotations.Nullable;

/**
 * The most that a task may send and be sent: part of an attach request and of the status report. "Out" is what comes from the task. Of what is more, packets are dropped.
 *
 * @param rateOut bits a second, of Ethernet frames without their checksum; {@link #MIN_RATE} to {@link #MAX_RATE}, 0 for no cap, null for the host's default
 * @param rateIn the same for what the task is sent
 * @param packetsOut packets a second, {@link #MIN_PACKETS} to {@link #MAX_PACKETS}, 0 for no cap, null for the host's default
 * @param packetsIn the same for what the task is sent
 */
public record TaskLimits(
        @Nullable Long rateOut,
        @Nullable Long rateIn,
        @Nullable Long packetsOut,
        @Nullable Long packetsIn) {
    /** The least rate: below it, the burst that one large packet needs would be more than a second's. */
    public static final long MIN_RATE = 1_000_000;

    public static final long MAX_RATE = 400_000_000_000L;
    public static final long MIN_PACKETS = 100;
    public static final long MAX_PACKETS = 1_000_000_000;

    /** Nothing asked for: the host's defaults. */
    public static final TaskLimits DEFAULT = new TaskLimits(null, null, null, null);

    /** These, and where they say nothing, {@code others}. */
    public TaskLimits over(TaskLimits others) {
        return new TaskLimits(
                first(rateOut, others.rateOut),
                first(rateIn, others.rateIn),
                first(packetsOut, others.packetsOut),
                first(packetsIn, others.packetsIn));
    }

    private static @Nullable Long first(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : one;
    }
}
