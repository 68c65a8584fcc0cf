package io.braid.dataplane.engine;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;

/**
 * Which snapshot each worker goes by: written by it when it takes up a new one, read by any thread.
 *
 * <p>Off-heap, 128 bytes each, so that no worker's cell shares a cache line with another's.
 */
public final class WorkerGenerations implements AutoCloseable {
    private static final long STRIDE = 128;

    private final Arena arena = Arena.ofShared();
    private final long base;
    private final int workers;

    /** For workers 0 to {@code workers} - 1, none of which has seen any. */
    public WorkerGenerations(int workers) {
        this.workers = workers;
        this.base = arena.allocate(workers * STRIDE, STRIDE).address();
        for (int worker = 0; worker < workers; worker++) {
            reached(worker, -1);
        }
    }

    /** The worker's own thread, once it touches nothing of an earlier snapshot any more. */
    void reached(int worker, long generation) {
        Memory.putLongRelease(base + worker * STRIDE, generation);
    }

    /** The generation of the snapshot a worker goes by, -1 before the first. */
    public long of(int worker) {
        return Memory.getLongAcquire(base + worker * STRIDE);
    }

    /** Whether all workers go by this generation or a later one. */
    public boolean allReached(long generation) {
        for (int worker = 0; worker < workers; worker++) {
            if (of(worker) < generation) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        arena.close();
    }
}
