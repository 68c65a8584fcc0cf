package io.braid.numa.topology;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Another host's sysfs, for planning without being there: a copy of its {@code /sys}, a directory with {@code sys} and
 * {@code proc} in it, or a text file (see {@link RecordReader}).
 *
 * <p>A text file is unpacked into a temporary directory that {@link #close} removes. Any thread, one at a time.
 */
public final class RecordedHost implements AutoCloseable {
    private final Path sysfs;
    private final Optional<Path> procfs;
    private final Optional<Path> temporary;

    private RecordedHost(Path sysfs, Optional<Path> procfs, Optional<Path> temporary) {
        this.sysfs = sysfs;
        this.procfs = procfs;
        this.temporary = temporary;
    }

    /**
     * Opens a record.
     *
     * @param path a directory or a file
     * @throws IOException when there is none, or when the file is not a record: the message names the line
     */
    public static RecordedHost open(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            Path root = Files.createTempDirectory("braid-host");
            try {
                RecordReader.unpack(path, root);
            } catch (IOException | RuntimeException e) {
                delete(root);
                throw e;
            }
            return new RecordedHost(root.resolve("sys"), Optional.of(root.resolve("proc")), Optional.of(root));
        }
        if (!Files.isDirectory(path)) {
            throw new IOException(path + ": there is no such directory or file");
        }
        Path inner = path.resolve("sys");
        return Files.isDirectory(inner)
                ? new RecordedHost(inner, Optional.of(path.resolve("proc")), Optional.empty())
                : new RecordedHost(path, Optional.empty(), Optional.empty());
    }

    /** The host's sysfs. */
    public Path sysfs() {
        return sysfs;
    }

    /**
     * What the record tells.
     *
     * @param fallback see {@link Topology#read}
     */
    public Topology topology(CpuSet fallback) {
        return Topology.read(sysfs, procfs.orElse(null), fallback);
    }

    @Override
    public void close() throws IOException {
        if (temporary.isPresent()) {
            delete(temporary.get());
        }
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) { // does not follow links
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
