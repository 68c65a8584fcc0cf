package io.braid.dataplane.announce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.linux.Interfaces;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskPortWatchIT {
    private final String name = "brw" + ProcessHandle.current().pid();
    private final List<String> changes = new CopyOnWriteArrayList<>();
    private final TaskPortWatch watch = new TaskPortWatch((task, up) -> changes.add(task + " " + up));

    @BeforeEach
    void start() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
        ip("netns", "add", name);
        Interfaces.in(name)
                .batch(List.of("link add task0 type veth peer name other", "link set task0 up", "link set other up"));
        watch.start();
    }

    @AfterEach
    void stop() throws Exception {
        watch.close();
        new ProcessBuilder("ip", "netns", "del", name).start().waitFor(); // one test has done so
    }

    private static void ip(String... arguments) throws Exception {
        var command = new java.util.ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor(), command.toString());
    }

    private void await(String... wanted) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!changes.equals(List.of(wanted))) {
            assertTrue(System.nanoTime() - end < 0, changes::toString);
            Thread.sleep(5);
        }
    }

    @Test
    void aDeviceThatGoesDownAndUpAndIsDeleted() throws Exception {
        watch.add("t", "/run/netns/" + name, "task0");
        Thread.sleep(600);
        await();
        Interfaces.in(name).batch(List.of("link set task0 down"));
        await("t false");
        Interfaces.in(name).batch(List.of("link set task0 up"));
        await("t false", "t true");
        Interfaces.in(name).batch(List.of("link del task0"));
        await("t false", "t true", "t false");
    }

    @Test
    void aNamespaceThatIsRemovedIsNotKeptAlive() throws Exception {
        watch.add("t", "/run/netns/" + name, "task0");
        watch.add("host", null, "task0");
        Thread.sleep(400);
        ip("netns", "del", name);
        await("t false");
        ip("netns", "add", name);
        Thread.sleep(400);
        await("t false"); // another one of that name
        watch.remove("t");
    }

    @Test
    void aProcessThatEnds() throws Exception {
        Process process = new ProcessBuilder("ip", "netns", "exec", name, "sleep", "60").start();
        String path = "/proc/" + process.pid() + "/ns/net";
        // It is in the namespace once ip has become sleep.
        long end = System.nanoTime() + 20_000_000_000L;
        while (!Boolean.TRUE.equals(TaskDevice.isUp(path, "task0"))) {
            assertTrue(System.nanoTime() - end < 0);
            Thread.sleep(5);
        }
        watch.add("t", path, "task0");
        Thread.sleep(400);
        await();
        process.destroyForcibly().waitFor();
        await("t false");
    }
}
