package io.braid.dataplane.announce;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a task's end of its port is gone or down: the process of {@code /proc/PID/ns/net} has ended, the name below {@code /run/netns} was removed or
 * names another namespace now, or the device in it was set down or deleted.
 *
 * <p>By looking, on a thread of its own: a netlink socket that stays open in a namespace would keep it alive. The namespace is looked for 20 times a second, its
 * device 4 times.
 */
final class TaskPortWatch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(TaskPortWatch.class.getName());
    private static final long TURN_NANOS = 50_000_000;
    private static final int TURNS_PER_LINK = 5;

    /** What is watched of a task. */
    private record Watched(Path namespace, Object identity, String device) {}

    private final BiConsumer<String, Boolean> changed;
    private final Map<String, Watched> tasks = new ConcurrentHashMap<>();
    private final Set<String> down = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private volatile boolean running = true;

    /** @param changed told of each task whose port went or came, on this object's thread */
    TaskPortWatch(BiConsumer<String, Boolean> changed) {
        this.changed = changed;
        this.thread = Thread.ofPlatform().name("task-ports").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Begins to watch a task whose port is up; one without a namespace of its own is not watched. Any thread. */
    void add(String task, @Nullable String namespace, String device) {
        if (namespace == null) {
            return;
        }
        Path path = Path.of(namespace);
        Object identity = identity(path);
        if (identity == null) {
            LOG.log(Level.WARNING, "the namespace of task {0} was gone as soon as it was attached: {1}", task, path);
            identity = path; // never equal to one
        }
        down.remove(task);
        tasks.put(task, new Watched(path, identity, device));
    }

    /** Any thread. */
    void remove(String task) {
        tasks.remove(task);
        down.remove(task);
    }

    private void run() {
        for (int turn = 0; running; turn++) {
            boolean links = turn % TURNS_PER_LINK == 0;
            tasks.forEach((task, watched) -> look(task, watched, links));
            LockSupport.parkNanos(TURN_NANOS);
        }
    }

    private void look(String task, Watched watched, boolean link) {
        boolean present = watched.identity().equals(identity(watched.namespace()));
        boolean wasDown = down.contains(task);
        if (present && !link) {
            return; // as it was
        }
        Boolean up = present ? TaskDevice.isUp(watched.namespace().toString(), watched.device()) : Boolean.FALSE;
        if (up == null || up != wasDown || !tasks.containsKey(task)) {
            return;
        }
        LOG.log(
                Level.INFO,
                "task {0}: {1}",
                task,
                up
                        ? "its port is up again"
                        : present
                                ? watched.device() + " is down in " + watched.namespace()
                                : "its namespace " + watched.namespace() + " is gone");
        if (up) {
            down.remove(task);
        } else {
            down.add(task);
        }
        changed.accept(task, up);
    }

    /** Device and inode of the namespace; null if there is none at that path. */
    private static @Nullable Object identity(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException gone) {
            return null;
        }
    }

    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
    }
}
