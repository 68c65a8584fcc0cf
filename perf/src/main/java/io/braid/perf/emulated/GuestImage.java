package io.braid.perf.emulated;

import io.braid.perf.lab.Lab;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The guest's kernel, initial file system and disk, in one directory of the user's cache. QEMU changes none of them.
 *
 * @param directory where they are
 */
record GuestImage(Path directory) {
    /** The directory of all images, below {@code $XDG_CACHE_HOME} or {@code ~/.cache}. */
    static Path cache(Map<String, String> environment) {
        String base = environment.getOrDefault("XDG_CACHE_HOME", "");
        return (base.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base))
                .resolve("braid")
                .resolve("emulated");
    }

    Path kernel() {
        return directory.resolve("vmlinuz");
    }

    Path initrd() {
        return directory.resolve("initrd");
    }

    Path disk() {
        return directory.resolve("root.img");
    }

    boolean isComplete() {
        return Stream.of(kernel(), initrd(), disk()).allMatch(Files::isRegularFile);
    }

    /** Removes what is beside this image: those of other recipes, and what an interrupted build left. */
    void removeOthers() {
        for (Path other : siblings()) {
            if (Files.isDirectory(other) && !other.equals(directory)) {
                Lab.delete(other);
            }
        }
    }

    private List<Path> siblings() {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent == null) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
