package io.braid.dataplane.task;

import io.braid.linux.CpuSet;
import io.braid.linux.UnixSocketState;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Removes sockets that DPDK applications left when they were killed, so that the next one can make its own: it would not start otherwise.
 *
 * <p>A socket goes only when nobody listens on it any more. Of one that Braid was connected to, a refused connection is the proof, since who listened once does not stop
 * and live. One that Braid never was connected to could be in the making: it must have been refused for {@value #PATIENCE_MILLIS} ms. A symbolic link in its place goes at
 * once: it would have Braid connect to something that is not the container's.
 */
public final class DeadSockets implements AutoCloseable {
    static final int PATIENCE_MILLIS = 3_000;

    private static final Logger LOG = System.getLogger(DeadSockets.class.getName());
    private static final int TURN_MILLIS = 250;

    /**
     * What is known of a task's socket.
     *
     * @param file tells sockets of one name apart
     * @param served whether Braid was connected to it
     * @param since when it was first seen, or last connected to
     */
    private record Seen(Object file, boolean served, long since) {}

    private final Supplier<Collection<Task>> tasks;
    private final Map<String, Seen> seen = new HashMap<>();
    private final Lookout lookout;

    /**
     * @param tasks those that are attached
     * @param cpus where the thread may run; empty for anywhere
     */
    public DeadSockets(Supplier<Collection<Task>> tasks, CpuSet cpus) {
        this.tasks = tasks;
        this.lookout = new Lookout("task-sockets", TURN_MILLIS, cpus, this::turn);
    }

    /** Starts the thread; returns this. */
    public DeadSockets start() {
        lookout.start();
        return this;
    }

    private void turn() throws IOException {
        for (Task task : tasks.get()) {
            if (task.port().reportsLink()) {
                look(Path.of(task.port().device()), task.port().isConnected(), System.nanoTime());
            }
        }
    }

    /** Looks at one socket, and removes it if it is dead. */
    void look(Path socket, boolean connected, long now) throws IOException {
        String name = socket.toString();
        Object file = file(socket);
        if (file == null) {
            seen.remove(name);
            return;
        }
        if (Files.isSymbolicLink(socket)) {
            Files.delete(socket);
            LOG.log(Level.WARNING, "{0} was a symbolic link, and is removed", socket);
            return;
        }
        Seen before = seen.get(name);
        if (connected || before == null || !before.file().equals(file)) {
            seen.put(name, new Seen(file, connected, now));
            return;
        }
        if (!before.served() && now - before.since() < PATIENCE_MILLIS * 1_000_000L) {
            return;
        }
        if (UnixSocketState.probe(socket) == UnixSocketState.DEAD && file.equals(file(socket))) {
            Files.delete(socket);
            seen.remove(name);
            LOG.log(Level.INFO, "removed {0}: the application that made it is gone", socket);
        }
    }

    private static @Nullable Object file(Path socket) {
        try {
            return Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (IOException gone) {
            return null;
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        lookout.close();
    }
}
