package io.braid.dataplane.conductor;

import java.util.stream.IntStream;

/**
 * How much of the flows each uplink is to take: in proportion to its link's speed, as last reported, or all alike as long as that of a usable one is not known. The
 * conductor's thread only.
 */
final class UplinkWeights {
    private final int[] speeds;

    UplinkWeights(int uplinks) {
        speeds = new int[uplinks];
    }

    /** Notes a link's speed in Mbit/s; 0, which a link that is down may report, leaves what was known. */
    void speed(int uplink, long megabitsPerSecond) {
        if (megabitsPerSecond > 0 && megabitsPerSecond <= Integer.MAX_VALUE) {
            speeds[uplink] = (int) megabitsPerSecond;
        }
    }

    /** Another uplink may have its place. */
    void forget(int uplink) {
        speeds[uplink] = 0;
    }

    /** Each link's speed as last known, 0 if it never was. */
    int[] megabitsPerSecond() {
        return speeds;
    }

    /** A weight for each uplink; 0 for one that is not usable. */
    int[] of(boolean[] usable) {
        boolean known = IntStream.range(0, speeds.length).filter(i -> usable[i]).allMatch(i -> speeds[i] > 0);
        int[] weights = new int[speeds.length];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = !usable[i] ? 0 : known ? speeds[i] : 1;
        }
        return weights;
    }
}
