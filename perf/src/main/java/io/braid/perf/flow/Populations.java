package io.braid.perf.flow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Draws the flows of a trial. All are on a random worker and come in random order. */
final class Populations {
    private static final double ELEPHANT_BYTES_PER_MILLI = 1e6;
    private static final double SMALL_BYTES_PER_MILLI = 1e3;
    private static final int MOUSE_MILLIS = 20;
    private static final double MOUSE_BYTES_PER_MILLI = 1e3;
    private static final int MAX_RAMP_MILLIS = 200;
    private static final int FOREVER = Integer.MAX_VALUE;

    private Populations() {}

    /** Equal flows that last, without pauses; their common ramp, up to 200 ms, is drawn by the trial. */
    static List<SimulatedFlow> elephants(int count, Scenario scenario, SplittableRandom random) {
        return lasting(count, scenario, ELEPHANT_BYTES_PER_MILLI, ramp(random), false, random);
    }

    /** The same, each with its own ramp of up to 200 ms: harder, because of two that start together one looks larger. */
    static List<SimulatedFlow> elephantsOfDifferentRamps(int count, Scenario scenario, SplittableRandom random) {
        List<SimulatedFlow> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int start = start(i, count, scenario);
            flows.add(flow(start, FOREVER, ELEPHANT_BYTES_PER_MILLI, ramp(random), false, scenario, random));
        }
        return flows;
    }

    /** Equal small flows that last. */
    static List<SimulatedFlow> small(int count, Scenario scenario, SplittableRandom random) {
        return lasting(count, scenario, SMALL_BYTES_PER_MILLI, ramp(random), false, random);
    }

    /** Equal flows that last and pause now and then. */
    static List<SimulatedFlow> pausingElephants(int count, Scenario scenario, SplittableRandom random) {
        return lasting(count, scenario, ELEPHANT_BYTES_PER_MILLI, ramp(random), true, random);
    }

    private static List<SimulatedFlow> lasting(
            int count, Scenario scenario, double rate, int ramp, boolean pauses, SplittableRandom random) {
        List<SimulatedFlow> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            flows.add(flow(start(i, count, scenario), FOREVER, rate, ramp, pauses, scenario, random));
        }
        return flows;
    }

    /** Short flows of equal size, one after the other or all at once. */
    static List<SimulatedFlow> mice(int count, Scenario scenario, SplittableRandom random) {
        List<SimulatedFlow> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int start = start(i, count, scenario);
            flows.add(flow(start, start + MOUSE_MILLIS, MOUSE_BYTES_PER_MILLI, 1, false, scenario, random));
        }
        return flows;
    }

    /** Pausing flows that last, the n-th largest with 1/n of the largest's rate (Zipf's law), in random order. */
    static List<SimulatedFlow> zipf(int count, Scenario scenario, SplittableRandom random) {
        List<SimulatedFlow> flows = new ArrayList<>();
        for (int rank = 1; rank <= count; rank++) {
            int start = scenario.arrivalMillis() == 0 ? 0 : random.nextInt(scenario.arrivalMillis());
            flows.add(flow(start, FOREVER, ELEPHANT_BYTES_PER_MILLI / rank, ramp(random), true, scenario, random));
        }
        // By start, and among equals by hash, which is by chance.
        flows.sort(
                Comparator.<SimulatedFlow>comparingInt(flow -> flow.startTick).thenComparingLong(flow -> flow.hash));
        return flows;
    }

    private static SimulatedFlow flow(
            int start, int end, double rate, int ramp, boolean pauses, Scenario scenario, SplittableRandom random) {
        return new SimulatedFlow(random.nextInt(scenario.workers()), start, end, rate, ramp, pauses, random);
    }

    private static int start(int i, int count, Scenario scenario) {
        return (int) ((long) i * scenario.arrivalMillis() / count);
    }

    private static int ramp(SplittableRandom random) {
        return 1 + random.nextInt(MAX_RAMP_MILLIS);
    }
}
