package io.braid.bfd;

import io.braid.linux.Poller;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Work that any thread has done on the engine's, between two rounds, so that sessions need no locks. */
final class EngineOrders {
    private final Queue<FutureTask<?>> queue = new ConcurrentLinkedQueue<>();
    private final Poller poller;
    private volatile boolean ended;

    EngineOrders(Poller poller) {
        this.poller = poller;
    }

    /**
     * Has work done and waits for its result; on the engine's thread, does it at once.
     *
     * @throws ClosedException when the engine has ended
     */
    <T> T call(Thread engine, Callable<T> work) {
        FutureTask<T> order = new FutureTask<>(work);
        if (Thread.currentThread() == engine) {
            order.run();
        } else {
            queue.add(order);
            if (ended) {
                order.cancel(false); // the thread may have looked for the last time before the order came
            }
            poller.wakeup();
        }
        return result(order);
    }

    private static <T> T result(FutureTask<T> order) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return order.get();
                } catch (InterruptedException e) {
                    interrupted = true; // the order is done within a round; its result must not be lost
                }
            }
        } catch (CancellationException e) {
            throw new ClosedException(e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Does what has come; engine thread. */
    void runAll() {
        for (FutureTask<?> order = queue.poll(); order != null; order = queue.poll()) {
            order.run();
        }
    }

    /** Refuses what is waiting and what will come. Returns false when that was done before. */
    boolean end() {
        boolean first = !ended;
        ended = true;
        queue.forEach(order -> order.cancel(false));
        return first;
    }

    /** The order came after the engine's end. */
    static final class ClosedException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        ClosedException(Throwable cause) {
            super("the BFD engine is closed", cause);
        }
    }
}
