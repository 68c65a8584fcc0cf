package io.braid.dataplane.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskCpusTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    private Path proc() throws IOException {
        return Files.createDirectories(root.resolve("proc"));
    }

    private Path namespace(String name) throws IOException {
        return Files.createFile(root.resolve(name));
    }

    /** A namespace is a file; that of a process is a link to it. */
    private void process(int pid, Path namespace, String status) throws IOException {
        Path process = proc().resolve(Integer.toString(pid));
        Files.createDirectories(process.resolve("ns"));
        Files.createSymbolicLink(process.resolve("ns/net"), namespace);
        Files.writeString(process.resolve("status"), status);
    }

    @Test
    void aTasksCpusAreThoseOfAllProcessesInItsNamespace() throws IOException {
        Path task = namespace("task");
        Path host = namespace("host");
        process(1, host, "Name:\tinit\nCpus_allowed_list:\t0-63\n");
        process(10, task, "Name:\tpause\nCpus_allowed_list:\t8-9\nMems_allowed_list:\t0-1\n");
        process(11, task, "Name:\ttrain\nCpus_allowed_list:\t12\n");
        Files.createDirectories(proc().resolve("self"));
        var cpus = new TaskCpus(proc());
        assertEquals(Map.of(task.toString(), CpuSet.parse("8-9,12")), cpus.of(List.of(task.toString())));
        assertEquals(Map.of(), cpus.of(List.of()));
        assertEquals(Map.of(), cpus.of(List.of(root.resolve("gone").toString())));
    }

    @Test
    void whatCannotBeReadIsLeftOut() throws IOException {
        Path task = namespace("task");
        process(10, task, "Cpus_allowed_list:\tnonsense\n");
        process(11, task, "no such line\n");
        process(12, root.resolve("ended"), "Cpus_allowed_list:\t1\n");
        Files.createDirectories(proc().resolve("13"));
        var cpus = new TaskCpus(proc());
        assertEquals(Map.of(), cpus.of(List.of(task.toString())));
        process(14, task, "Cpus_allowed_list:\t3\n");
        assertEquals(Map.of(task.toString(), CpuSet.of(3)), cpus.of(List.of(task.toString())));
        assertEquals(Map.of(), new TaskCpus(root.resolve("none")).of(List.of(task.toString())));
    }

    @Test
    void aTaskIsAtHomeWhereAllItsCpusAre() throws IOException {
        Path one = namespace("one");
        Path both = namespace("both");
        process(10, one, "Cpus_allowed_list:\t4-7\n");
        process(11, both, "Cpus_allowed_list:\t3-4\n");
        var homes = new TaskHomes(new TaskCpus(proc()), cpu -> cpu / 4, List.of(0, 1));
        assertEquals(
                Map.of(one.toString(), 1, both.toString(), TaskHomes.UNKNOWN),
                homes.of(List.of(one.toString(), both.toString())));
        assertEquals(1, homes.of(one.toString()));
        assertEquals(TaskHomes.UNKNOWN, homes.of(both.toString()));
        assertEquals(TaskHomes.UNKNOWN, homes.of("/run/netns/none"));
    }

    @Test
    void nobodyIsLookedForWhereThereIsOneNode() {
        var homes = new TaskHomes(new TaskCpus(Path.of("/nowhere")), _ -> 0, List.of(0));
        assertEquals(0, homes.of("/run/netns/any"));
        assertEquals(TaskHomes.UNKNOWN, homes.of((String) null));
    }
}
