package io.braid.flow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/**
 * Remembers when one worker last used each bucket of a {@link BucketTable}, so that the conductor knows which are idle.
 *
 * <p>A tick is whatever the caller counts, usually milliseconds since some start, the same for all workers; it may wrap
 * around. The worker that owns the record alone calls {@link #touch}; any thread may read. Writes and reads are opaque: a
 * reader sees each bucket's ticks in order and soon, without a fence on the worker's side. So a reader can be late by a
 * packet that is just being forwarded; the idle time it asks for must be long compared with that.
 *
 * <p>Idle times are exact up to 2^32 - {@link #MAX_LEAD} ticks (49 days of milliseconds). A bucket left alone for longer
 * looks freshly used once per round of the counter and idle again soon after, which delays a drift and harms nothing.
 */
public final class BucketActivity {
    /** How many ticks a worker's clock may be ahead of the reader's and still mean "used just now". */
    public static final int MAX_LEAD = 1 << 16;

    private static final VarHandle TICKS = MethodHandles.arrayElementVarHandle(int[].class);

    private final int[] ticks;

    /**
     * A record in which no bucket was ever used: all have been idle for 2^31 ticks at {@code startTick}.
     *
     * @param buckets the table's {@link BucketTable#size()}
     */
    public BucketActivity(int buckets, int startTick) {
        ticks = new int[buckets];
        Arrays.fill(ticks, startTick + Integer.MIN_VALUE);
    }

    /**
     * Notes that a packet used a bucket. Only the owning worker may call this; allocates nothing.
     *
     * @param bucket from {@link BucketTable#bucketOf} of a table of the same size
     */
    public void touch(int bucket, int tick) {
        TICKS.setOpaque(ticks, bucket, tick);
    }

    /** For how many ticks this worker has not used a bucket; 0 if its last use lies up to {@link #MAX_LEAD} ahead. */
    public long idleTicks(int bucket, int nowTick) {
        long idle = Integer.toUnsignedLong(nowTick - (int) TICKS.getOpaque(ticks, bucket));
        return idle >= (1L << 32) - MAX_LEAD ? 0 : idle;
    }

    /**
     * The buckets that none of the workers has used for some time, read at the moment of asking.
     *
     * @param minIdleTicks at least this many ticks without use make a bucket idle, at most 2^31 - 1
     * @throws IllegalArgumentException if {@code minIdleTicks} is negative
     */
    public static IdleBuckets idleSince(List<BucketActivity> workers, int nowTick, int minIdleTicks) {
        if (minIdleTicks < 0) {
            throw new IllegalArgumentException("an idle time is 0 ticks or more, not " + minIdleTicks);
        }
        BucketActivity[] records = workers.toArray(BucketActivity[]::new);
        return bucket -> {
            for (BucketActivity worker : records) {
                if (worker.idleTicks(bucket, nowTick) < minIdleTicks) {
                    return false;
                }
            }
            return true;
        };
    }
}
