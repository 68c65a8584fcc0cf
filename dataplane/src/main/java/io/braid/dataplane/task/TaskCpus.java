package io.braid.dataplane.task;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds which CPUs tasks may run on: those of the processes in their network namespaces, as {@code /proc/PID/status} has them.
 *
 * <p>A container's namespace is there before its processes, so the answer may come later than the task: ask again. Any thread.
 */
public final class TaskCpus {
    private static final Logger LOG = System.getLogger(TaskCpus.class.getName());
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final Path proc;

    /** @param proc {@code /proc}, or a copy of it in tests */
    public TaskCpus(Path proc) {
        this.proc = proc;
    }

    /**
     * The CPUs that any process in a namespace may run on, for each namespace that has processes. One pass over all processes of the host.
     *
     * @param namespaces names or paths, as in {@link Task#netns}
     */
    public Map<String, CpuSet> of(Collection<String> namespaces) {
        var byFile = new HashMap<Object, String>();
        for (String netns : namespaces) {
            Object file = file(netns.startsWith("/") ? Path.of(netns) : Path.of("/run/netns", netns));
            if (file != null) {
                byFile.put(file, netns);
            }
        }
        var cpus = new HashMap<String, CpuSet>();
        if (byFile.isEmpty()) {
            return cpus;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                Object file = file(process.resolve("ns/net"));
                String netns = file == null ? null : byFile.get(file);
                if (netns != null) {
                    cpus.merge(netns, allowed(process), CpuSet::or);
                }
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot list the processes of tasks: {0}", e.toString());
        }
        cpus.values().removeIf(CpuSet::isEmpty);
        return cpus;
    }

    /** What tells namespaces apart: the file behind the link. Null when the process ended, or the namespace did. */
    private static @Nullable Object file(Path namespace) {
        try {
            return Files.readAttributes(namespace, BasicFileAttributes.class).fileKey();
        } catch (IOException gone) {
            return null;
        }
    }

    private static CpuSet allowed(Path process) {
        try {
            for (String line : Files.readAllLines(process.resolve("status"))) {
                if (line.startsWith(ALLOWED)) {
                    return CpuSet.parse(line.substring(ALLOWED.length()).strip());
                }
            }
        } catch (IOException | IllegalArgumentException gone) {
            LOG.log(Level.DEBUG, "{0} ended meanwhile", process);
        }
        return CpuSet.empty();
    }
}
