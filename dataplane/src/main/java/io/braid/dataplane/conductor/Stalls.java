package io.braid.dataplane.conductor;

import io.braid.dataplane.flight.FlightEvent;
import io.braid.numa.DutyCycle;
import io.braid.numa.WorkerThread;
import java.util.List;

/** Tells the flight recorder of turns of workers that took too long, from what their loops count anyway. The conductor's thread only. */
final class Stalls {
    private static final long LOOK_NANOS = 100_000_000;

    private final List<WorkerThread> workers;
    private final long[] before;
    private long looked;

    Stalls(List<WorkerThread> workers) {
        this.workers = List.copyOf(workers);
        this.before = new long[workers.size()];
    }

    void turn(long now) {
        if (now - looked < LOOK_NANOS) {
            return;
        }
        looked = now;
        for (int i = 0; i < before.length; i++) {
            DutyCycle cycle = workers.get(i).dutyCycle();
            long stalls = cycle.stalls();
            if (stalls != before[i]) {
                FlightEvent.stall(workers.get(i).name(), stalls - before[i], cycle.recentLongestCycleNanos(now));
                before[i] = stalls;
            }
        }
    }
}
