package io.braid.dataplane.conductor;

import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/** Work that other threads hand to the conductor's. */
final class Calls {
    private final ConcurrentLinkedQueue<FutureTask<?>> waiting = new ConcurrentLinkedQueue<>();

    /** Does all that waits; the conductor's thread. */
    void run() {
        for (FutureTask<?> call = waiting.poll(); call != null; call = waiting.poll()) {
            call.run();
        }
    }

    /** Has work done by {@code thread} soon, and does not wait for it. */
    void post(Thread thread, Runnable work) {
        add(thread, new FutureTask<>(work, null));
    }

    /**
     * Has work done by {@code thread}, and waits for its result.
     *
     * @throws IllegalStateException if the work failed, or the waiting thread was interrupted
     */
    <T> T await(Thread thread, Callable<T> work) {
        var call = new FutureTask<>(work);
        add(thread, call);
        try {
            return call.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the conductor worked", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private void add(Thread thread, FutureTask<?> call) {
        waiting.add(call);
        LockSupport.unpark(thread);
    }

    /** Gives up what waits: the thread ends. */
    void cancel() {
        waiting.forEach(call -> call.cancel(false));
    }
}
