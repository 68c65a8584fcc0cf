package io.braid.dataplane.cli;

import io.braid.dataplane.control.StatusReport;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells a service manager from time to time that all workers poll their queues, so that it restarts a process of which one does not.
 *
 * <p>Twice within the manager's limit each worker is looked at: one that has done no cycle since the last look is stuck, and nothing is told while one is.
 */
final class Watchdog implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Watchdog.class.getName());

    private final Supplier<List<StatusReport.Worker>> workers;
    private final Runnable alive;
    private final Map<String, Long> seen = new HashMap<>();
    private final @Nullable Thread thread;
    private boolean closed;

    /** @param limit of the manager; empty when it has none, and then nothing is done */
    Watchdog(Optional<Duration> limit, Supplier<List<StatusReport.Worker>> workers, Runnable alive) {
        this.workers = workers;
        this.alive = alive;
        this.thread = limit.map(within ->
                        Thread.ofPlatform().daemon().name("watchdog").start(() -> lookEach(within.dividedBy(2))))
                .orElse(null);
    }

    private void lookEach(Duration interval) {
        try {
            while (look()) {
                Thread.sleep(interval);
            }
        } catch (InterruptedException end) {
            // closed
        }
    }

    /** One look; whether there is to be another. */
    synchronized boolean look() {
        if (closed) {
            return false;
        }
        try {
            boolean all = true;
            for (StatusReport.Worker worker : workers.get()) {
                Long before = seen.put(worker.name(), worker.cycles());
                all &= before == null || before != worker.cycles();
            }
            if (all) {
                alive.run();
            }
        } catch (RuntimeException unknown) {
            // A look that fails tells as little as one at a stuck worker; the next one may work.
            LOG.log(Level.ERROR, "cannot look at the workers", unknown);
        }
        return true;
    }

    /** Waits for a look that is under way; there is none after it. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        if (thread != null) {
            thread.interrupt();
        }
    }
}
