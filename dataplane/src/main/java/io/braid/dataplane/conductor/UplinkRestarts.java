package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.WorkerGenerations;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.PortEvents;
import io.braid.linux.ThreadEnd;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Restarts uplinks' ports: those whose drivers ask for it (a NIC that was reset by its firmware or its host), and those an operator names.
 *
 * <pre>
 *   wanted       waits until no queue of the port is passing between workers; then the link counts as down
 *   avoided      that is published
 *   unused       waits until every worker goes by it, so that flows take other uplinks; then a snapshot without the port is published
 *   leaving      waits until every worker goes by that
 *   restarting   a thread of its own stops, resets, sets up and starts the port, which may take seconds
 *   in use       redirection table and rules are programmed anew, workers get the port back, the link comes up, gateways are asked
 * </pre>
 *
 * A restart that fails is tried again, less and less often. The conductor's thread only.
 */
final class UplinkRestarts implements AutoCloseable {
    /** Who says in {@link PathHealth} that an uplink is out of use. */
    static final String SOURCE = "port";

    private static final Logger LOG = System.getLogger(Conductor.class.getName());
    private static final long FIRST_RETRY_NANOS = 1_000_000_000;
    private static final long LONGEST_RETRY_NANOS = 30_000_000_000L;

    private enum Step {
        WANTED,
        AVOIDED,
        UNUSED,
        LEAVING,
        STOPPED,
        RESTARTING
    }

    /** One uplink's restart. */
    private static final class Restart {
        private final String reason;
        private final CompletableFuture<Void> outcome;
        private Step step = Step.WANTED;
        private long generation;
        private CompletableFuture<Void> attempt = new CompletableFuture<>();
        private @Nullable Thread thread;
        private long retryNanos = FIRST_RETRY_NANOS;
        private long nextAttempt;

        Restart(String reason, CompletableFuture<Void> outcome) {
            this.reason = reason;
            this.outcome = outcome;
        }
    }

    private final UplinkWatch watch;
    private final QueueMoves moves;
    private final WorkerGenerations generations;
    private final PortEvents events;
    /** By the uplink's place. */
    private final @Nullable Restart[] restarts = new @Nullable Restart[UplinkPlaces.MOST];

    UplinkRestarts(UplinkWatch watch, QueueMoves moves, WorkerGenerations generations, PortEvents events) {
        this.watch = watch;
        this.moves = moves;
        this.generations = generations;
        this.events = events;
    }

    /**
     * Restarts an uplink's port, unless that is under way.
     *
     * @param reason in words
     * @param outcome is completed when the port runs again, or with the exception of the first attempt that failed
     */
    void want(Uplink which, String reason, CompletableFuture<Void> outcome) {
        int uplink = which.index();
        if (!which.port().canRestart()) {
            outcome.completeExceptionally(
                    new DpdkException("the port of uplink " + which.name() + " cannot be restarted: the driver "
                            + which.port().info().driver() + " cannot go on after a stop"));
            return;
        }
        Restart running = restarts[uplink];
        if (running != null) {
            var _ = running.outcome.whenComplete((_, failure) -> {
                if (failure == null) {
                    outcome.complete(null);
                } else {
                    outcome.completeExceptionally(failure);
                }
            });
            return;
        }
        LOG.log(Level.WARNING, "uplink {0}: its port is restarted: {1}", which.name(), reason);
        restarts[uplink] = new Restart(reason, outcome);
    }

    /**
     * One turn.
     *
     * @param nextGeneration of the snapshot that follows if this returns true
     * @return whether workers must be told
     */
    boolean turn(long now, long nextGeneration) {
        boolean changed = false;
        for (Uplink uplink : watch.uplinks()) {
            listen(uplink);
            Restart restart = restarts[uplink.index()];
            if (restart != null) {
                changed |= advance(uplink, restart, now, nextGeneration);
            }
        }
        return changed;
    }

    /**
     * Gives up the restart of an uplink that is to go, if there is one.
     *
     * @return false while a thread is at it, which has to end first
     */
    boolean giveUp(Uplink uplink) {
        Restart restart = restarts[uplink.index()];
        if (restart == null) {
            return true;
        }
        if (restart.step == Step.RESTARTING && !restart.attempt.isDone()) {
            return false;
        }
        restarts[uplink.index()] = null;
        restart.outcome.completeExceptionally(new IllegalStateException("the uplink is removed"));
        return true;
    }

    private void listen(Uplink uplink) {
        for (PortEvents.Kind kind : events.take(uplink.port().id())) {
            switch (kind) {
                case RESET -> want(uplink, "its driver asks for a reset", logged(uplink));
                case REMOVED -> want(uplink, "its device was removed", logged(uplink));
                case LINK, QUEUES -> {} // the link is asked for every turn, and an uplink's queues stay enabled
            }
        }
    }

    /** An outcome nobody waits for. */
    private static CompletableFuture<Void> logged(Uplink uplink) {
        var outcome = new CompletableFuture<Void>();
        var _ = outcome.exceptionally(failure -> {
            LOG.log(Level.ERROR, "uplink {0}: {1}", uplink.name(), failure.getMessage());
            return null;
        });
        return outcome;
    }

    private boolean advance(Uplink uplink, Restart restart, long now, long nextGeneration) {
        switch (restart.step) {
            case WANTED -> {
                if (!moves.assignments().isPassing(uplink.port().id())) {
                    watch.out(uplink.index(), true);
                    watch.health().fault(uplink.index(), SOURCE, "its port is being restarted: " + restart.reason);
                    restart.step = Step.AVOIDED;
                }
            }
            case AVOIDED -> {
                restart.generation = nextGeneration; // the turn that has just seen the link go down
                restart.step = Step.UNUSED;
                return true;
            }
            case UNUSED -> {
                boolean passing = moves.assignments().isPassing(uplink.port().id());
                if (!passing && generations.allReached(restart.generation)) {
                    moves.assignments().out(uplink.port().id(), true);
                    restart.generation = nextGeneration;
                    restart.step = Step.LEAVING;
                    return true;
                }
            }
            case LEAVING -> {
                if (generations.allReached(restart.generation)) {
                    moves.rules().stopping(uplink.index());
                    attempt(uplink, restart);
                }
            }
            case STOPPED -> {
                if (now - restart.nextAttempt >= 0) {
                    attempt(uplink, restart);
                }
            }
            case RESTARTING -> {
                if (restart.attempt.isDone()) {
                    return finish(uplink, restart, now);
                }
            }
        }
        return false;
    }

    private static void attempt(Uplink uplink, Restart restart) {
        var attempt = new CompletableFuture<Void>();
        restart.attempt = attempt;
        restart.step = Step.RESTARTING;
        restart.thread = Thread.ofPlatform().name("restart-" + uplink.name()).start(() -> {
            try {
                uplink.restart();
                attempt.complete(null);
            } catch (Throwable e) {
                attempt.completeExceptionally(e); // told by the conductor
            }
        });
    }

    private boolean finish(Uplink uplink, Restart restart, long now) {
        if (restart.attempt.isCompletedExceptionally()) {
            failed(uplink, restart, restart.attempt.exceptionNow(), now);
            return false;
        }
        moves.rules().started(uplink.index(), moves.tasks());
        moves.assignments().out(uplink.port().id(), false);
        watch.out(uplink.index(), false);
        watch.health().clear(uplink.index(), SOURCE);
        restarts[uplink.index()] = null;
        LOG.log(Level.INFO, "uplink {0}: its port runs again", uplink.name());
        restart.outcome.complete(null);
        return true;
    }

    private void failed(Uplink uplink, Restart restart, Throwable failure, long now) {
        if (restart.outcome.completeExceptionally(failure)) {
            LOG.log(Level.ERROR, "uplink {0}: {1}; it is tried again and again", uplink.name(), failure.getMessage());
        }
        watch.health().fault(uplink.index(), SOURCE, "its port could not be restarted: " + failure.getMessage());
        restart.step = Step.STOPPED;
        restart.nextAttempt = now + restart.retryNanos;
        restart.retryNanos = Math.min(2 * restart.retryNanos, LONGEST_RETRY_NANOS);
    }

    /** Waits for what is under way: the ports are about to be closed. */
    @Override
    public void close() {
        for (Restart restart : restarts) {
            if (restart != null) {
                restart.outcome.completeExceptionally(new IllegalStateException("the dataplane ends"));
                if (restart.thread != null) {
                    ThreadEnd.await(restart.thread);
                }
            }
        }
    }
}
