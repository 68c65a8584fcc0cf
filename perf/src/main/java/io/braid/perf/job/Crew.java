package io.braid.perf.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Threads that do the same side by side; the first that fails fails all. */
final class Crew {
    /** What one does. */
    @FunctionalInterface
    interface Work {
        void run(int number) throws IOException, InterruptedException;
    }

    private Crew() {}

    /** Runs {@code work} {@code size} times at once, with numbers from 0, to the end of all. */
    static void run(int size, Work work) throws IOException, InterruptedException {
        List<FutureTask<Boolean>> all = new ArrayList<>();
        for (int number = 0; number < size; number++) {
            int own = number;
            var task = new FutureTask<>(() -> {
                work.run(own);
                return true;
            });
            Thread.ofPlatform().daemon().start(task);
            all.add(task);
        }
        for (FutureTask<Boolean> task : all) {
            try {
                task.get();
            } catch (ExecutionException e) {
                throw new IOException("a connection failed: " + e.getCause(), e.getCause());
            }
        }
    }
}
