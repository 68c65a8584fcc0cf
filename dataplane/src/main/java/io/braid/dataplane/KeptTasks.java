package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.control.TaskStateFile;
import io.braid.dataplane.net.MalformedValueException;
import io.braid.dataplane.task.TaskKeeper;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.linux.CpuSet;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets tasks outlive the process: attaches again those of before, and writes down those of now. For one thread at a time. */
final class KeptTasks implements AutoCloseable {
    private static final Logger LOG = System.getLogger(KeptTasks.class.getName());

    private final TaskRegistry tasks;
    private final @Nullable Announcer announcer;
    private final TaskStateFile state;
    private final TaskKeeper keeper;

    /**
     * Nothing is read or written before {@link #resume}.
     *
     * @param announcer null if nothing is announced
     * @param cpus where the thread may run that writes; empty for anywhere
     */
    KeptTasks(HostConfig config, TaskRegistry tasks, @Nullable Announcer announcer, CpuSet cpus) {
        this.tasks = tasks;
        this.announcer = announcer;
        this.state = new TaskStateFile(
                config.tasks()
                        .stateFile()
                        .orElseGet(() -> EgressSetup.beside(config.control().socket(), ".tasks")),
                config.host().toString());
        this.keeper = new TaskKeeper(state, this::now, cpus);
    }

    /**
     * Attaches the tasks of before; one that cannot be is logged. From then on those of now are written down.
     *
     * @param before what a dataplane that ended in favour of this one said, null for what its file says
     */
    void resume(@Nullable Handover before) {
        try {
            resume(before == null ? state.load() : new TaskStateFile.Kept(before.tasks(), before.cooling()));
        } finally {
            if (before != null && announcer != null) {
                announcer.handover().loaded();
            }
        }
        keeper.save();
        keeper.start();
    }

    private void resume(TaskStateFile.Kept before) {
        try {
            tasks.rest(before.cooling());
        } catch (MalformedValueException e) {
            LOG.log(Level.WARNING, "the addresses that were to rest are not known: {0}", e.getMessage());
        }
        before.tasks().forEach(this::resume);
    }

    private void resume(Handover.Task before) {
        try {
            tasks.resume(before);
            if (announcer != null) {
                announcer.handover().restored(before);
            }
        } catch (ControlException e) {
            LOG.log(Level.WARNING, "task " + before.request().task() + " was lost: " + e.explanation(), e);
            tasks.lost(before);
        } catch (RuntimeException e) { // what a file said of it is nonsense: the other tasks are not to suffer
            LOG.log(Level.WARNING, "task " + before.request().task() + " was lost", e);
        }
    }

    private TaskStateFile.Kept now() {
        List<Handover.Task> now = tasks.describe();
        return new TaskStateFile.Kept(
                announcer == null
                        ? now
                        : announcer.handover().describe(now).stream()
                                .map(Handover.Task::atRest)
                                .toList(),
                tasks.cooling());
    }

    TaskKeeper keeper() {
        return keeper;
    }

    /** Writes those of now down: they are others. */
    void save() {
        keeper.save();
    }

    @Override
    public void close() {
        keeper.close();
    }
}
