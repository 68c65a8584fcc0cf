package io.braid.dataplane.look;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.WorkerWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Everybody who looks on at this process's workers. Any thread. */
public final class Lookers {
    /** So many at once: each takes memory, and its part of every worker's time. */
    public static final int MOST = 4;

    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NANOS = 100_000;

    private final List<ForwardingWorker> workers;
    /** Of each who looks on, one for each worker. */
    private final List<List<? extends WorkerWatch>> all = new ArrayList<>();

    public Lookers(List<ForwardingWorker> workers) {
        this.workers = List.copyOf(workers);
    }

    /** How many workers there are. */
    int workers() {
        return workers.size();
    }

    /** Lets another one look on, unless there are {@link #MOST}; whether it may. */
    synchronized boolean enter(List<? extends WorkerWatch> looker) {
        if (all.size() == MOST) {
            return false;
        }
        all.add(looker);
        assign();
        return true;
    }

    /**
     * Ends a look; when this returns no worker tells it anything any more.
     *
     * @return false if a worker does not let go within a second, since it is stuck
     */
    boolean leave(List<? extends WorkerWatch> looker) {
        synchronized (this) {
            if (all.remove(looker)) {
                assign();
            }
        }
        long end = System.nanoTime() + LEAVE_NANOS;
        for (ForwardingWorker worker : workers) {
            while (!worker.isWatchSettled()) {
                if (System.nanoTime() - end > 0) {
                    return false;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        return true;
    }

    private void assign() {
        for (int w = 0; w < workers.size(); w++) {
            var here = new ArrayList<WorkerWatch>();
            for (List<? extends WorkerWatch> looker : all) {
                here.add(looker.get(w));
            }
            workers.get(w)
                    .watch(
                            switch (here.size()) {
                                case 0 -> null;
                                case 1 -> here.getFirst();
                                default -> new WatchList(here);
                            });
        }
    }
}
