package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Counts this process's sockets, epoll and event descriptors: what the code under test may leak. */
final class OpenFiles {
    private OpenFiles() {}

    static long count() throws IOException {
        try (var fds = Files.list(Path.of("/proc/self/fd"))) {
            return fds.filter(OpenFiles::isOurs).count();
        }
    }

    private static boolean isOurs(Path fd) {
        try {
            String target = Files.readSymbolicLink(fd).toString();
            return List.of("socket:", "anon_inode:", "net:").stream().anyMatch(target::startsWith);
        } catch (IOException e) {
            return false; // closed between listing and reading, such as the listing's own
        }
    }

    static void assertCount(long expected) throws IOException {
        assertEquals(expected, count(), "open sockets, epoll and event descriptors");
    }
}
