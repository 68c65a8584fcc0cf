package io.braid.dataplane.task;

import io.braid.dataplane.control.TaskStateFile;
import io.braid.linux.CpuSet;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the state file as the tasks are: at once when one is attached or detached, soon when its lease or an operator's will changes. Any thread. */
public final class TaskKeeper implements AutoCloseable {
    private static final Logger LOG = System.getLogger(TaskKeeper.class.getName());
    private static final int TURN_MILLIS = 500;

    private final TaskStateFile file;
    private final Supplier<TaskStateFile.Kept> kept;
    private final Lookout lookout;
    private volatile @Nullable String trouble;

    /**
     * @param kept what is to be kept now
     * @param cpus where the thread may run; empty for anywhere
     */
    public TaskKeeper(TaskStateFile file, Supplier<TaskStateFile.Kept> kept, CpuSet cpus) {
        this.file = file;
        this.kept = kept;
        this.lookout = new Lookout("task-state", TURN_MILLIS, cpus, this::save);
    }

    /** Starts the thread; returns this. */
    public TaskKeeper start() {
        lookout.start();
        return this;
    }

    /** Writes what has changed. */
    public synchronized void save() {
        TaskStateFile.Kept now = kept.get();
        try {
            file.save(now);
            trouble = null;
        } catch (IOException e) {
            if (trouble == null) {
                LOG.log(Level.WARNING, "tasks will not outlive this process: {0}", e.toString());
            }
            trouble = "tasks would not outlive a restart, the state file cannot be written: " + e;
        }
    }

    /** Why the file is not as the tasks are, null when it is. */
    public @Nullable String trouble() {
        return trouble;
    }

    /** Ends the thread; the file stays. */
    @Override
    public void close() {
        lookout.close();
    }
}
