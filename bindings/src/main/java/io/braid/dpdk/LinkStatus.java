package io.braid.dpdk;

/**
 * A port's link as its driver reports it.
 *
 * @param up whether the link is up
 * @param megabitsPerSecond speed, 0 when unknown; virtual drivers report made-up speeds
 */
public record LinkStatus(boolean up, long megabitsPerSecond) {}
