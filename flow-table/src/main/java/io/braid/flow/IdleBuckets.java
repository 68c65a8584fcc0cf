package io.braid.flow;

/** Tells which buckets of a {@link BucketTable} carry no live flow and may therefore change their path unnoticed. */
@FunctionalInterface
public interface IdleBuckets {
    /** No bucket is idle: nothing drifts to a path that returns. */
    IdleBuckets NONE = bucket -> false;

    /** Every bucket is idle: the table may be balanced at once, at the price of moving live flows. */
    IdleBuckets ALL = bucket -> true;

    /**
     * Whether a bucket has been unused for so long that packets still on their way cannot be overtaken by the next one.
     *
     * @param bucket 0 to the table's size - 1
     */
    boolean test(int bucket);
}
