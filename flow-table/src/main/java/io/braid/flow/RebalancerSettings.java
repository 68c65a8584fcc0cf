package io.braid.flow;

/**
 * How soon and how often elephants are moved.
 *
 * @param start the busiest path carries so many times the average, per weight, for the trouble to begin; above {@code stop}
 * @param stop and no more than that for it to end; at least 1
 * @param holdMillis how long it must last before the first flow is moved
 * @param settleMillis the least time between two moves
 * @param patienceMillis how long flows of one range of rates are waited for, before others are accepted
 * @param coolDownMillis how long a flow that was moved is left alone; at most {@value FlowMover#REMEMBERED} settle times
 * @param gapMillis how long a flow must have paused to be moved: more than one path's delay may exceed another's
 */
public record RebalancerSettings(
        double start,
        double stop,
        int holdMillis,
        int settleMillis,
        int patienceMillis,
        int coolDownMillis,
        int gapMillis) {
    /** Starts at 1.10 after 300 ms, stops at 1.03; a move each 100 ms at most, none of the same flow within 10 s, at pauses of 5 ms. */
    public static final RebalancerSettings DEFAULT = new RebalancerSettings(1.10, 1.03, 300, 100, 100, 10_000, 5);

    /** @throws IllegalArgumentException if a value is out of range */
    public RebalancerSettings {
        if (!(stop >= 1) || !(start > stop)) {
            throw new IllegalArgumentException(
                    "rebalancing starts above where it stops and stops at 1 or above, not " + start + " and " + stop);
        }
        if (Math.min(Math.min(holdMillis, settleMillis), Math.min(patienceMillis, coolDownMillis)) < 0
                || gapMillis <= 0) {
            throw new IllegalArgumentException("times are 0 ms or more and the gap is above 0: hold " + holdMillis
                    + ", settle " + settleMillis + ", patience " + patienceMillis + ", cool-down " + coolDownMillis
                    + ", gap " + gapMillis);
        }
        if (!fits(settleMillis, coolDownMillis)) {
            throw new IllegalArgumentException(
                    "a cool-down of " + coolDownMillis + " ms is more than " + FlowMover.REMEMBERED
                            + " settle times of " + settleMillis + " ms, more moves than are remembered");
        }
    }

    /** How many moves there can be within the cool-down. */
    private static boolean fits(int settleMillis, int coolDownMillis) {
        return coolDownMillis <= (long) settleMillis * FlowMover.REMEMBERED;
    }

    /** The same with another gap: the skew bound of the paths. */
    public RebalancerSettings withGapMillis(int millis) {
        return new RebalancerSettings(start, stop, holdMillis, settleMillis, patienceMillis, coolDownMillis, millis);
    }
}
