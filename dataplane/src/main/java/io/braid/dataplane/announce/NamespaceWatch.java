package io.braid.dataplane.announce;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a task's network namespace is gone, and with it the task's end of the port: the process of {@code /proc/PID/ns/net} has ended, or the name
 * below {@code /run/netns} was removed or names another one now.
 *
 * <p>By looking, since a socket inside the namespace would keep it alive. For one thread at a time.
 */
final class NamespaceWatch {
    private static final Logger LOG = System.getLogger(NamespaceWatch.class.getName());

    private record Watched(Path path, Object identity, boolean present) {}

    private final Map<String, Watched> tasks = new HashMap<>();

    /** Begins to watch; a task without a namespace of its own has nothing that could go. */
    void add(String task, @Nullable String netns) {
        if (netns == null) {
            return;
        }
        Path path = Path.of(netns);
        Object identity = identity(path);
        if (identity != null) {
            tasks.put(task, new Watched(path, identity, true));
        } else {
            LOG.log(Level.WARNING, "the namespace of task {0} was gone as soon as it was attached: {1}", task, netns);
        }
    }

    void remove(String task) {
        tasks.remove(task);
    }

    /** Looks at all of them, and tells of each whose namespace went or came back. */
    void look(BiConsumer<String, Boolean> changed) {
        tasks.replaceAll((task, watched) -> {
            boolean present = watched.identity().equals(identity(watched.path()));
            if (present == watched.present()) {
                return watched;
            }
            LOG.log(
                    Level.INFO,
                    "the namespace {0} of task {1} is {2}",
                    watched.path(),
                    task,
                    present ? "back" : "gone");
            changed.accept(task, present);
            return new Watched(watched.path(), watched.identity(), present);
        });
    }

    /** Device and inode of the namespace; null if there is none at that path. */
    private static @Nullable Object identity(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException gone) {
            return null;
        }
    }
}
