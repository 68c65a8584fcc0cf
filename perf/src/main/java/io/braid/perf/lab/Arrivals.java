package io.braid.perf.lab;

import java.util.BitSet;

/**
 * Which datagrams of a stream have arrived, by flow and number within the flow.
 *
 * <p>Not thread-safe.
 */
final class Arrivals {
    /** Numbers beyond are not counted: no stream is that long, and an invented number must not cost memory. */
    static final int MOST = 10_000_000;

    private final BitSet[] seen;
    private final int[] highest;
    private long received;
    private long reordered;
    private long duplicated;

    Arrivals(int flows) {
        seen = new BitSet[flows];
        highest = new int[flows];
        for (int i = 0; i < flows; i++) {
            seen[i] = new BitSet();
            highest[i] = -1;
        }
    }

    /** Counts one datagram; what is no datagram of the stream is not counted. */
    void add(int flow, int number) {
        if (flow < 0 || flow >= seen.length || number < 0 || number >= MOST) {
            return;
        }
        if (seen[flow].get(number)) {
            duplicated++;
            return;
        }
        seen[flow].set(number);
        received++;
        if (number < highest[flow]) {
            reordered++;
        } else {
            highest[flow] = number;
        }
    }

    /** How many different datagrams arrived. */
    long received() {
        return received;
    }

    /** What became of a stream of so many. */
    StreamCount of(long sent) {
        return new StreamCount(sent, sent - received, reordered, duplicated);
    }
}
