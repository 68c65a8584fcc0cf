package io.braid.dataplane.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that tell about a host.
 *
 * @param sysfs where sysfs is: {@code /sys}
 * @param procfs where procfs is: {@code /proc}
 * @param root the root of everything else: {@code /}
 * @param libraryPath further directories that the dynamic linker searches ({@code LD_LIBRARY_PATH})
 */
public record HostFiles(Path sysfs, Path procfs, Path root, List<Path> libraryPath) {
    /** Copies the list, so that the record cannot change. */
    public HostFiles {
        libraryPath = List.copyOf(libraryPath);
    }

    /** The files of this machine. */
    public static HostFiles ofMachine() {
        String variable = System.getenv().getOrDefault("LD_LIBRARY_PATH", "");
        List<Path> libraryPath = Stream.of(variable.split(":", -1))
                .filter(directory -> directory.startsWith("/"))
                .map(Path::of)
                .toList();
        return new HostFiles(Path.of("/sys"), Path.of("/proc"), Path.of("/"), libraryPath);
    }

    /** This host with another sysfs, such as a copy of another machine's. */
    public HostFiles withSysfs(Path other) {
        return new HostFiles(other, procfs, root, libraryPath);
    }

    /** A path from the root of the file system, in this host's root. */
    Path path(Path absolute) {
        return root.resolve(Path.of("/").relativize(absolute));
    }

    /**
     * The stripped content of a small file; empty if it is missing or refuses to be read, as sysfs files of absent
     * features do.
     */
    static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The whole number in a file; empty if there is none. */
    static Optional<Long> number(Path file) {
        return text(file).filter(text -> text.matches("-?[0-9]{1,18}")).map(Long::parseLong);
    }

    /** The last name of the path that a symbolic link points to. */
    static Optional<String> linkName(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).getFileName().toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The names in a directory, sorted; none if it is missing. */
    static List<String> names(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
