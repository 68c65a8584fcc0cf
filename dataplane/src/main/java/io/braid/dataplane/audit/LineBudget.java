package io.braid.dataplane.audit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Bounds how many lines are written, so that somebody who asks again and again does not fill a disk: of one matter some lines at once, then one now and then; of all
 * together 1000, then one a second.
 *
 * <p>For one thread at a time.
 */
final class LineBudget {
    static final int MOST = 1000;
    private static final long REFILL_NANOS = 1_000_000_000L;
    private static final int MATTERS = 1024;

    private final int mostOfOne;
    private final long refillOfOneNanos;
    private final Bucket all;
    private final Map<String, Bucket> matters = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MATTERS;
        }
    };

    /**
     * @param now in nanoseconds of any clock
     * @param mostOfOne lines of one matter at once
     * @param refillOfOneNanos until there may be another one
     */
    LineBudget(long now, int mostOfOne, long refillOfOneNanos) {
        this.mostOfOne = mostOfOne;
        this.refillOfOneNanos = refillOfOneNanos;
        all = new Bucket(MOST, REFILL_NANOS, now);
    }

    /** Whether a line on that matter may be written, which then counts. */
    boolean take(String matter, long now) {
        Bucket own = matters.computeIfAbsent(matter, _ -> new Bucket(mostOfOne, refillOfOneNanos, now));
        return own.take(now) && all.take(now);
    }

    private static final class Bucket {
        private final int most;
        private final long refillNanos;
        private long tokens;
        private long filledAt;

        Bucket(int most, long refillNanos, long now) {
            this.most = most;
            this.refillNanos = refillNanos;
            this.tokens = most;
            this.filledAt = now;
        }

        boolean take(long now) {
            long refills = (now - filledAt) / refillNanos;
            if (refills > 0) {
                tokens = Math.min(most, tokens + refills);
                filledAt += refills * refillNanos;
            }
            if (tokens == 0) {
                return false;
            }
            tokens--;
            return true;
        }
    }
}
