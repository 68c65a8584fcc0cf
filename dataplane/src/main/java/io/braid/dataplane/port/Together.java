package io.braid.dataplane.port;

import io.braid.linux.ThreadEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Closes ports at the same time. To take an interface away or to close a packet socket, the kernel waits until all CPUs have stopped looking at it; one wait
 * serves all that wait, so many ports take hardly longer than one.
 */
public final class Together {
    private Together() {}

    /**
     * Returns when all have ended, also if some fail or the caller is interrupted.
     *
     * @param actions one for each port; two of one port would have to be one
     * @throws RuntimeException what one of them threw, with what the others threw
     */
    public static void run(List<Runnable> actions) {
        var failures = new ConcurrentLinkedQueue<RuntimeException>();
        var threads = new ArrayList<Thread>();
        for (Runnable action : actions) {
            threads.add(Thread.ofPlatform().name("port-end").start(() -> {
                try {
                    action.run();
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            }));
        }
        threads.forEach(ThreadEnd::await);
        RuntimeException first = failures.poll();
        if (first != null) {
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }
}
