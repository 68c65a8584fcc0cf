package io.braid.perf.flow;

import io.braid.flow.BucketTable;
import io.braid.flow.FlowRate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A flow that sends at a rate, ramping up at first, with pauses if it has any, on the path its worker gave it.
 *
 * <p>Its last fields are what a pin holds. Single-threaded.
 */
final class SimulatedFlow {
    private static final int MEAN_BUSY_MILLIS = 150;
    private static final int LEAST_PAUSE_MILLIS = 5;
    private static final int MOST_PAUSE_MILLIS = 40;

    final long hash;
    final int worker;
    final int startTick;
    final int endTick;
    private final int rampMillis;
    private final boolean pauses;
    private final SplittableRandom random;
    private double bytesPerMilli;
    private int busyUntil;
    private int pausedUntil;
    private int recent;

    int path = BucketTable.NONE;
    int lastTick;
    /** Paths it left and when, in the order of time. */
    final List<Departure> departures = new ArrayList<>();

    /** That the flow left a path. */
    record Departure(int from, int tick) {}

    /**
     * @param bytesPerMilli the full rate
     * @param rampMillis how long it takes to come up to it
     * @param pauses whether it stops for {@value #LEAST_PAUSE_MILLIS} to {@value #MOST_PAUSE_MILLIS} ms now and then
     */
    SimulatedFlow(
            int worker,
            int startTick,
            int endTick,
            double bytesPerMilli,
            int rampMillis,
            boolean pauses,
            SplittableRandom random) {
        this.hash = random.nextLong();
        this.worker = worker;
        this.startTick = startTick;
        this.endTick = endTick;
        this.bytesPerMilli = bytesPerMilli;
        this.rampMillis = rampMillis;
        this.pauses = pauses;
        this.random = random.split();
        lastTick = startTick;
        busyUntil = startTick + busyMillis();
    }

    private int busyMillis() {
        return pauses ? 1 + random.nextInt(2 * MEAN_BUSY_MILLIS) : Integer.MAX_VALUE / 2;
    }

    /** Changes the full rate from now on. */
    void setBytesPerMilli(double rate) {
        bytesPerMilli = rate;
    }

    double bytesPerMilli() {
        return bytesPerMilli;
    }

    /** What it sends in this millisecond; 0 in a pause. */
    int bytesAt(int tick) {
        if (tick >= busyUntil) {
            if (pausedUntil <= busyUntil) {
                pausedUntil =
                        busyUntil + LEAST_PAUSE_MILLIS + random.nextInt(MOST_PAUSE_MILLIS - LEAST_PAUSE_MILLIS + 1);
            }
            if (tick < pausedUntil) {
                return 0;
            }
            busyUntil = pausedUntil + busyMillis();
        }
        int age = tick - startTick + 1;
        return (int) (age >= rampMillis ? bytesPerMilli : bytesPerMilli * age / rampMillis);
    }

    /** Counts what it sent, as a pin does. */
    void sent(int bytes, int tick) {
        recent = FlowRate.add(recent(tick), bytes);
        lastTick = tick;
    }

    int recent(int tick) {
        return FlowRate.aged(recent, lastTick, tick);
    }

    void movedTo(int to, int tick) {
        departures.add(new Departure(path, tick));
        path = to;
    }
}
