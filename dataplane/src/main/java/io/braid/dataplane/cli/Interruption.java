package io.braid.dataplane.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Has Ctrl-C end what a command reads, and gives the command a moment to finish. */
final class Interruption implements AutoCloseable {
    private static final int FINISH_SECONDS = 2;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook;

    /** @param source is closed at Ctrl-C, from another thread */
    Interruption(AutoCloseable source) {
        hook = new Thread(
                () -> {
                    try {
                        source.close();
                    } catch (Exception e) {
                        System.err.println("braid: " + e.getMessage());
                    }
                    try {
                        if (!finished.await(FINISH_SECONDS, TimeUnit.SECONDS)) {
                            System.err.println("braid: the end of the output may be missing");
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Says that all is written. */
    void over() {
        finished.countDown();
    }

    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The process is ending by it.
            finished.countDown();
        }
    }
}
