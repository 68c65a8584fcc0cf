package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.util.function.LongSupplier;

/**
 * Bounds how often a task may change something, so that it cannot have routes flap in the switches, nor fill the audit: {@value #MOST} changes at once, then one a
 * second. Any thread.
 */
final class ChangeBudget {
    static final int MOST = 20;
    private static final long REFILL_NANOS = 1_000_000_000L;

    private final LongSupplier nanos;
    private int left = MOST;
    private long filledAt;

    /** @param nanos the time, as {@link System#nanoTime} */
    ChangeBudget(LongSupplier nanos) {
        this.nanos = nanos;
        this.filledAt = nanos.getAsLong();
    }

    /**
     * Counts a change.
     *
     * @throws ControlException {@link Kind#REFUSED} if there were too many
     */
    synchronized boolean take() {
        long refills = (nanos.getAsLong() - filledAt) / REFILL_NANOS;
        left = (int) Math.min(MOST, left + refills);
        filledAt += refills * REFILL_NANOS;
        if (left == 0) {
            throw new ControlException(
                    Kind.REFUSED,
                    Refusal.of("too-many-changes"),
                    "too many changes: a task may make " + MOST + " at once, then one a second");
        }
        left--;
        return true;
    }
}
