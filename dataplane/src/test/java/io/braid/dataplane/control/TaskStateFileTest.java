package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskStateFileTest {
    private static final Handover.Task TASK = new Handover.Task(
            Samples.request(),
            Handover.HELD,
            true,
            Samples.grant(),
            new Handover.Place(
                    3, List.of(new AttachResult.NicAddress("nic0", "10.20.0.1", "task0")), "(dev=4,ino=4026532)"));

    private static final TaskStateFile.Kept KEPT =
            new TaskStateFile.Kept(List.of(TASK), List.of(new Handover.Cooling("10.100.17.3", 1_790_000_000)));

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private Path file() {
        return directory.resolve("run/control.tasks");
    }

    private TaskStateFile state() {
        return new TaskStateFile(file(), "gpu-17");
    }

    @Test
    void tasksAreReadAsTheyWereWritten() throws IOException {
        state().save(KEPT);
        assertEquals(KEPT, state().load());
        assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file()));
    }

    @Test
    void whatAnEarlierVersionWroteIsRead() throws IOException {
        Files.createDirectories(directory.resolve("run"));
        Files.writeString(file(), "{\"version\":1,\"host\":\"gpu-17\",\"tasks\":[]}");
        assertEquals(TaskStateFile.Kept.NONE, state().load());
        assertTrue(Files.exists(file()));
    }

    @Test
    void withoutAFileThereAreNone() {
        assertEquals(TaskStateFile.Kept.NONE, state().load());
    }

    @Test
    void itIsWrittenOnlyWhenSomethingChanged() throws IOException {
        TaskStateFile state = state();
        state.save(KEPT);
        Files.delete(file());
        state.save(KEPT);
        assertFalse(Files.exists(file()));
        state.save(TaskStateFile.Kept.NONE);
        assertTrue(Files.exists(file()));
    }

    @Test
    void anotherHostsTasksAreNotTaken() throws IOException {
        new TaskStateFile(file(), "gpu-18").save(KEPT);
        assertEquals(TaskStateFile.Kept.NONE, state().load());
        assertTrue(Files.exists(directory.resolve("run/control.tasks.bad")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "{\"version\":2,\"host\":\"gpu-17\",\"tasks\":[]}",
                "{\"version\":1,\"host\":\"gpu-17\"}",
                "{\"version\":1,\"host\":null,\"tasks\":[]}",
                "{\"version\":1,\"host\":\"gpu-17\",\"tasks\":[null]}",
                "{\"version\":1,\"host\":\"gpu-17\",\"tasks\":[{\"withheld\":false}]}",
                "{\"version\":1,\"host\":\"gpu-17\",\"tasks\":[],\"cooling\":[{\"until\":1}]}",
                "{\"version\":1,\"host\":\"gpu-17\",\"tasks\":[]} x"
            })
    void whatCannotBeUnderstoodIsPutAside(String text) throws IOException {
        Files.createDirectories(directory.resolve("run"));
        Files.writeString(file(), text, StandardCharsets.UTF_8);
        assertEquals(TaskStateFile.Kept.NONE, state().load());
        assertFalse(Files.exists(file()));
        assertEquals(text, Files.readString(directory.resolve("run/control.tasks.bad")));
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        Files.createDirectories(directory.resolve("run"));
        Files.write(file(), new byte[5 << 20]);
        assertEquals(TaskStateFile.Kept.NONE, state().load());
    }

    @Test
    void whatCannotBeWrittenIsSaid() throws IOException {
        Files.createFile(directory.resolve("run"));
        assertThrows(IOException.class, () -> state().save(KEPT));
    }

    @Test
    void aLinkInTheWayIsReplacedAndNotFollowed() throws IOException {
        Files.createDirectories(directory.resolve("run"));
        Path other = Files.writeString(directory.resolve("precious"), "mine");
        Files.createSymbolicLink(directory.resolve("run/control.tasks.new"), other);
        state().save(KEPT);
        assertEquals("mine", Files.readString(other));
        assertEquals(KEPT, state().load());
    }
}
