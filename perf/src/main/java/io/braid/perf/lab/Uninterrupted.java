package io.braid.perf.lab;

/** Tidying up that an interrupt must not cut short; the interrupt is kept for afterwards. */
public final class Uninterrupted {
    /** A step that waits for something. */
    public interface Step {
        void run() throws InterruptedException;
    }

    private Uninterrupted() {}

    /** Runs a step that can be repeated, from its beginning again if it is interrupted. */
    public static void run(Step step) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    step.run();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
