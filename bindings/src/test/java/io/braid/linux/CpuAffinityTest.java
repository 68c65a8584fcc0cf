package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Needs Linux but no privilege: a thread may always narrow its own mask. */
final class CpuAffinityTest {
    @Test
    void agreesWithProc() throws Exception {
        String allowed = Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElseThrow();
        assertEquals(CpuSet.parse(allowed.substring(allowed.indexOf(':') + 1)), CpuAffinity.get());
    }

    @Test
    void pinsOnlyTheCallingThread() throws Exception {
        CpuSet before = CpuAffinity.get();
        CpuSet pinned = onThread(Thread.ofPlatform(), () -> {
            CpuAffinity.pin(before.last());
            return CpuAffinity.get();
        });
        assertEquals(CpuSet.of(before.last()), pinned);
        assertEquals(before, CpuAffinity.get());
    }

    @Test
    void aCpuThatDoesNotExistIsSaid() {
        LinuxException e = assertThrows(
                LinuxException.class,
                () -> onThread(Thread.ofPlatform(), () -> {
                    CpuAffinity.pin(1023);
                    return true;
                }));
        assertEquals("EINVAL", e.errnoName());
        String message = String.valueOf(e.getMessage());
        assertTrue(message.contains("sched_setaffinity(1023)") && message.contains("online"), message);
    }

    @Test
    void refusesEmptySetsAndVirtualThreads() {
        assertThrows(IllegalArgumentException.class, () -> CpuAffinity.set(CpuSet.empty()));
        assertThrows(IllegalStateException.class, () -> onThread(Thread.ofVirtual(), CpuAffinity::get));
    }

    @Test
    void threadIdIsThatOfProc() throws Exception {
        Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
        assertEquals(self.getFileName().toString(), Integer.toString(CpuAffinity.threadId()));
        int other = onThread(Thread.ofPlatform(), CpuAffinity::threadId);
        assertFalse(other == CpuAffinity.threadId());
    }

    private static <T> T onThread(Thread.Builder builder, Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        builder.start(task).join();
        return switch (task.state()) {
            case SUCCESS -> task.resultNow();
            default -> throw (Exception) task.exceptionNow();
        };
    }
}
