package io.braid.bfd;

import java.util.ArrayList;
import java.util.List;

/** Keeps every CPU busy with plain threads until closed. */
final class BusyCpus implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stop;
    private volatile long sink;

    BusyCpus() {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            threads.add(Thread.ofPlatform().daemon().start(this::spin));
        }
    }

    private void spin() {
        long value = 1;
        while (!stop) {
            for (int i = 0; i < 1000; i++) {
                value = value * 6364136223846793005L + 1442695040888963407L;
            }
            sink = value;
        }
    }

    @Override
    public void close() {
        stop = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }
        if (sink == 0) {
            throw new IllegalStateException("the threads did nothing");
        }
    }
}
