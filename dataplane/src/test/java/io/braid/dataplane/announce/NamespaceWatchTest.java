package io.braid.dataplane.announce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamespaceWatchTest {
    private final NamespaceWatch watch = new NamespaceWatch();
    private final List<String> changes = new ArrayList<>();

    private List<String> look() {
        changes.clear();
        watch.look((task, present) -> changes.add(task + " " + present));
        return List.copyOf(changes);
    }

    @Test
    void aNameThatIsRemovedOrGivenToAnother(@TempDir Path directory) throws Exception {
        Path name = Files.createFile(directory.resolve("blue"));
        Path kept = Files.createLink(directory.resolve("kept"), name);
        watch.add("t", name.toString());
        watch.add("host", null);
        assertEquals(List.of(), look());
        Files.delete(name);
        assertEquals(List.of("t false"), look());
        assertEquals(List.of(), look(), "told once");
        Files.createFile(name);
        assertEquals(List.of(), look(), "another one of that name");
        Files.delete(name);
        Files.createLink(name, kept);
        assertEquals(List.of("t true"), look());
        watch.remove("t");
        Files.delete(name);
        assertEquals(List.of(), look());
    }

    @Test
    void aProcessThatEnds() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        watch.add("t", "/proc/" + process.pid() + "/ns/net");
        assertEquals(List.of(), look());
        process.destroyForcibly().waitFor();
        assertEquals(List.of("t false"), look());
    }
}
