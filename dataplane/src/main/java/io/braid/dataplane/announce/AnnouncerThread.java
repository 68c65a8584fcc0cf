package io.braid.dataplane.announce;

import io.braid.dataplane.control.ControlException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The one thread that owns sessions and leases, so that neither needs a lock. */
final class AnnouncerThread implements Executor, AutoCloseable {
    private static final Logger LOG = System.getLogger(AnnouncerThread.class.getName());
    private static final int TICK_MILLIS = 20;

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("announcer").daemon().factory());

    /** Has work done soon; what it throws is logged. Nothing happens once the thread is closed. */
    @Override
    public void execute(Runnable work) {
        try {
            executor.execute(() -> guarded(work));
        } catch (RejectedExecutionException closed) {
            LOG.log(Level.DEBUG, "braid is stopping", closed);
        }
    }

    /** Has work done every now and then. */
    void each(Runnable work) {
        var _ = executor.scheduleWithFixedDelay(() -> guarded(work), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Has work done once, later. */
    void after(Duration delay, Runnable work) {
        var _ = executor.schedule(() -> guarded(work), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "announcer: " + e.getMessage(), e);
        }
    }

    /**
     * Has work done, and waits for its result.
     *
     * @throws ControlException if the work throws it, or the thread is closed
     */
    <T> T call(Callable<T> work) {
        try {
            return executor.submit(work).get();
        } catch (RejectedExecutionException | CancellationException e) {
            throw new ControlException(ControlException.Kind.FAILED, "braid is stopping", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the announcer", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    boolean isClosed() {
        return executor.isShutdown();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
