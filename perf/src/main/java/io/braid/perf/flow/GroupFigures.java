package io.braid.perf.flow;

/**
 * How one method of choosing paths treats flows. Moves are fractions of the flows that are named; "established" flows are all that exist before a change,
 * none of which is idle.
 *
 * @param method name of the method and its size
 * @param tableBytes what its look-ups read
 * @param worstOffEven the share furthest from even, relative to even, of 1 to 8 equal paths and a million random flows; chance alone makes it about 0.006
 * @param elephantsMaxOverMean the fullest of 4 paths relative to the mean when 8 equal flows are hashed to them, mean of all trials
 * @param lossSurvivorsMoved one of 4 paths lost: flows of the other three that moved
 * @param lossMaxOverMean the fullest survivor relative to the mean afterwards
 * @param returnEstablishedMoved a fourth path returned: established flows that moved
 * @param returnIdleMoved the same when every flow may move; a fair share needs a quarter
 * @param weightEstablishedMoved one of 4 paths doubled its weight: established flows that moved
 * @param flapMovedPerChange random losses and returns of 4 paths: flows that moved though their path lived, per change
 */
public record GroupFigures(
        String method,
        int tableBytes,
        double worstOffEven,
        double elephantsMaxOverMean,
        double lossSurvivorsMoved,
        double lossMaxOverMean,
        double returnEstablishedMoved,
        double returnIdleMoved,
        double weightEstablishedMoved,
        double flapMovedPerChange) {}
