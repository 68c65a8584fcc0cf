package io.braid.perf.report;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or SIGTERM while something runs: the thread that made this is interrupted, and the JVM does not end before that has closed it, which gives it
 * the time to write what it has.
 */
public final class Interruption implements AutoCloseable {
    private static final int LIMIT_SECONDS = 30;

    private final Thread running = Thread.currentThread();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupt, "interruption");
    private volatile boolean happened;

    /** Begins to watch for it. */
    public Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void interrupt() {
        happened = true;
        running.interrupt();
        try {
            closed.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the JVM is about to end. */
    public boolean happened() {
        return happened;
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook runs, and was waiting for this.
            return;
        }
    }
}
