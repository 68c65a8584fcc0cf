package io.braid.perf.bench;

/**
 * What a bulk look-up in rte_hash costs.
 *
 * @param hashed nanoseconds for each key, the computation of its hash included
 * @param known nanoseconds for each key whose hash is known
 */
record RteHashNanos(double hashed, double known) {}
