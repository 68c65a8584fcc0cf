package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Handover;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Has the dataplane that runs here end in favour of this process. */
final class Takeover {
    private static final Logger LOG = System.getLogger(Takeover.class.getName());
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Takeover() {}

    /**
     * Returns when the other one has ended, with what it left; null if none runs.
     *
     * @throws ControlException when it does not end
     */
    static @Nullable Handover from(Path socket) {
        Handover handover;
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

    private static void awaitEnd(long pid) {
        try {
            ProcessHandle.of(pid)
                    .map(ProcessHandle::onExit)
                    .orElse(CompletableFuture.completedFuture(null))
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the other braid ends", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new ControlException(
                    Kind.FAILED,
                    "the braid with process id " + pid + " did not end within " + LIMIT.toSeconds() + " s; see its log",
                    e);
        }
    }
}
