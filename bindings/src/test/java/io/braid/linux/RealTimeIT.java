package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

final class RealTimeIT {
    /** Column 41 of /proc/PID/stat, after the command in parentheses, is the policy; 40 the real-time priority. */
    private static String policy() throws Exception {
        String stat = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/thread-self/stat"));
        String[] columns = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return columns[41 - 3] + "/" + columns[40 - 3];
    }

    private static <T> T onThread(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().start(task);
        return task.get();
    }

    @Test
    void movesTheThreadAloneToFifo() throws Exception {
        TestNamespace.requireRoot();
        String[] seen = onThread(() -> {
            RealTime.enter(7);
            return new String[] {policy(), onThread(RealTimeIT::policy)};
        });
        assertEquals("1/7", seen[0], "SCHED_FIFO with the priority");
        assertEquals("0/0", seen[1], "threads it starts are ordinary");
        assertEquals("0/0", policy());
        assertThrows(IllegalArgumentException.class, () -> RealTime.enter(0));
        var onVirtual = new FutureTask<>(() -> assertThrows(IllegalStateException.class, () -> RealTime.enter(1)));
        Thread.ofVirtual().start(onVirtual);
        assertTrue(String.valueOf(onVirtual.get().getMessage()).contains("virtual"));
    }

    /** Column 19 of /proc/PID/stat. */
    private static int nice() throws Exception {
        String stat = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/thread-self/stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19 - 3]);
    }

    @Test
    void setsTheNiceValueOfTheThreadAlone() throws Exception {
        TestNamespace.requireRoot();
        int before = nice();
        assertEquals(-15, onThread(() -> {
            Niceness.set(-15);
            return nice();
        }));
        assertEquals(before, nice());
        assertThrows(IllegalArgumentException.class, () -> Niceness.set(-21));
        assertThrows(IllegalArgumentException.class, () -> Niceness.set(20));
    }
}
