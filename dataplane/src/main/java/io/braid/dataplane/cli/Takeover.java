package io.braid.dataplane.cli;

import io.braid.dataplane.Preparation;
import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Handover;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Has the dataplane that runs here end in favour of this process. */
final class Takeover {
    private static final Logger LOG = System.getLogger(Takeover.class.getName());
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int LOOK_MILLIS = 2;

    private Takeover() {}

    /**
     * Returns when the other one has ended, with what it left; null if none runs.
     *
     * @param prepared DPDK is started before, if that does not disturb the other one
     * @throws ControlException when it does not end
     */
    static @Nullable Handover from(Path socket, Preparation prepared) {
        Handover handover;
        prepared.startBesideAnother();
        try {
            handover = new ControlClient(socket).handover();
        } catch (ControlException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                LOG.log(Level.INFO, "nothing to take over: {0}", e.explanation());
                return null;
            }
            throw e;
        }
        LOG.log(Level.INFO, "taking over {0} tasks", handover.tasks().size());
        awaitEnd(handover.pid());
        return handover;
    }

    /** Looks often: no packet passes meanwhile. {@link ProcessHandle#onExit} looks each 300 ms when the process is no child. */
    private static void awaitEnd(long pid) {
        ProcessHandle other = ProcessHandle.of(pid).orElse(null);
        long end = System.nanoTime() + LIMIT.toNanos();
        while (other != null && other.isAlive()) {
            if (System.nanoTime() > end) {
                throw new ControlException(
                        Kind.FAILED,
                        "the braid with process id " + pid + " did not end within " + LIMIT.toSeconds()
                                + " s; see its log");
            }
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the other braid ends", e);
            }
        }
    }
}
