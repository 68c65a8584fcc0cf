package io.braid.dataplane.conductor;

import io.braid.numa.WorkerThread;
import io.braid.numa.WorkerWatch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reports workers that are stuck, in the log when it begins and ends and in status while it lasts. The conductor's thread only, but for {@link #now}. */
public final class StuckWorkers {
    private static final Logger LOG = System.getLogger(StuckWorkers.class.getName());
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final WorkerWatch watch;
    private final Stalls stalls;
    private final Map<String, String> stuck = new TreeMap<>();
    private volatile List<String> now = List.of();

    /**
     * @param watch knows the workers
     * @param workers the same
     */
    public StuckWorkers(WorkerWatch watch, List<WorkerThread> workers) {
        this.watch = watch;
        this.stalls = new Stalls(workers);
    }

    void turn(long nowNanos) {
        stalls.turn(nowNanos);
        List<WorkerWatch.Event> events = watch.poll(nowNanos);
        for (WorkerWatch.Event event : events) {
            switch (event) {
                case WorkerWatch.Stuck is -> {
                    String where = is.stack().isEmpty()
                            ? "it does not say where, as in a native call"
                            : "it is at " + String.join(" < ", is.stack());
                    LOG.log(
                            Level.ERROR,
                            "{0} has been in one turn for {1} ms: its queues are not polled; {2}",
                            is.worker(),
                            is.nanos() / NANOS_PER_MILLI,
                            where);
                    stuck.put(
                            is.worker(),
                            is.worker() + " is stuck: its queues are not polled"
                                    + (is.stack().isEmpty()
                                            ? ""
                                            : "; it is at " + is.stack().getFirst()));
                }
                case WorkerWatch.Recovered is -> {
                    LOG.log(
                            Level.WARNING,
                            "{0} goes on after {1} ms in one turn",
                            is.worker(),
                            is.nanos() / NANOS_PER_MILLI);
                    stuck.remove(is.worker());
                }
            }
        }
        if (!events.isEmpty()) {
            now = List.copyOf(stuck.values());
        }
    }

    /** A sentence for each worker that is stuck. Any thread. */
    public List<String> now() {
        return now;
    }
}
