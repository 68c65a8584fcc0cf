package io.braid.linux;

/** Waits for a thread's end where leaving earlier would let its owner free what the thread still uses. Any thread. */
public final class ThreadEnd {
    private ThreadEnd() {}

    /** Returns when the thread has ended, or was never started. Who was interrupted meanwhile finds that afterwards. */
    public static void await(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
