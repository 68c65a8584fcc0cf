package io.braid.dataplane.control;

/**
 * The flows that workers remember the uplink of, summed over all workers; part of {@link StatusReport}.
 *
 * @param policy how new flows are placed, as configured
 * @param pinned flows remembered now
 * @param capacity flows that fit
 * @param inserted flows ever remembered
 * @param expired flows forgotten because they were silent or had ended
 * @param displaced flows forgotten for others before their time; none of them was established
 * @param unpinned packets of flows for which there was no room; they went by hash
 * @param lost flows placed anew because their uplink was lost
 * @param flowlet flows moved in a pause by the policy {@code flowlet}
 * @param rebalanced flows moved in a pause because uplinks stayed unevenly loaded
 * @param inherited flows that kept the uplink they had before a restart
 */
public record FlowStatus(
        String policy,
        long pinned,
        long capacity,
        long inserted,
        long expired,
        long displaced,
        long unpinned,
        long lost,
        long flowlet,
        long rebalanced,
        long inherited) {}
