package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import java.io.PrintWriter;
import java.time.Duration;

/** Holds a task's lease for as long as the process lives, also while one braid takes over from another. */
final class LeaseKeeper {
    /** As long as the new braid waits for a holder that the hand-over has cut off. */
    private static final Duration HANDOVER_LIMIT = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final ControlClient braid;
    private final String task;
    private final PrintWriter out;
    private boolean held;
    private long lastHeld;

    LeaseKeeper(ControlClient braid, String task, PrintWriter out) {
        this.braid = braid;
        this.task = task;
        this.out = out;
    }

    /**
     * Returns never.
     *
     * @throws ControlException when the lease was not given, or was lost for good
     */
    void hold() {
        while (true) {
            try {
                braid.hold(task, this::begun);
            } catch (ControlException e) {
                if (held) {
                    held = false;
                    lastHeld = System.nanoTime();
                    out.println("the lease of task " + task + " was lost: " + e.explanation() + "; asking again");
                    out.flush();
                }
                boolean mayComeBack = e.kind() == Kind.FAILED || e.kind() == Kind.NOT_FOUND;
                if (lastHeld == 0 || !mayComeBack || System.nanoTime() - lastHeld > HANDOVER_LIMIT.toNanos()) {
                    throw e;
                }
                pause();
            }
        }
    }

    private void begun() {
        held = true;
        out.println("task " + task + " is announced until this command ends");
        out.flush();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlException(Kind.FAILED, "interrupted", e);
        }
    }
}
