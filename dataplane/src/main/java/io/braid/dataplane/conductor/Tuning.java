package io.braid.dataplane.conductor;

/**
 * What of the conductor's work may change while it runs.
 *
 * @param byLoad whether flows are placed by load at all
 * @param mayMove whether flows may be moved when that was not enough
 * @param gapMillis the pause after which a flow may change its uplink without being reordered
 * @param idleMillis how long a silent flow is remembered
 * @param spillPercent of their links' speed at which a node's uplinks are too full
 * @param moveQueues whether queues move between workers without being asked
 */
public record Tuning(
        boolean byLoad, boolean mayMove, int gapMillis, int idleMillis, int spillPercent, boolean moveQueues) {}
