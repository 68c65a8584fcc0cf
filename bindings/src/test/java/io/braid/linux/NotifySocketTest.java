package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages as a service manager gets them, on a socket of the kernel's. */
class NotifySocketTest {
    @TempDir
    private Path directory = Path.of(".");

    @Test
    void messagesArriveAtAPath() {
        assertArrives(directory.resolve("notify").toString());
    }

    @Test
    void messagesArriveAtAnAbstractName() {
        assertArrives("@braid-test-" + ProcessHandle.current().pid());
    }

    private static void assertArrives(String address) {
        int fd = Libc.socket(1, 2 | Libc.SOCK_CLOEXEC | Libc.SOCK_NONBLOCK, 0);
        assertTrue(fd >= 0, "socket: " + fd);
        try (Arena arena = Arena.ofConfined()) {
            assertEquals(0, Libc.bind(fd, NotifySocket.address(arena, address)));
            NotifySocket.of(address).orElseThrow().send("READY=1\nSTATUS=würde laufen");
            MemorySegment buffer = arena.allocate(256);
            long n = Libc.recvFrom(fd, buffer, 0, MemorySegment.NULL, MemorySegment.NULL);
            assertTrue(n > 0, "recvfrom: " + n);
            byte[] got = buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE);
            assertEquals("READY=1\nSTATUS=würde laufen", new String(got, StandardCharsets.UTF_8));
        } finally {
            Libc.close(fd);
        }
    }

    @Test
    void nobodyAtTheSocketIsAnError() {
        NotifySocket socket =
                NotifySocket.of(directory.resolve("none").toString()).orElseThrow();
        assertEquals(
                "ENOENT",
                assertThrows(LinuxException.class, () -> socket.send("READY=1")).errnoName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"vsock:2:1234", "relative", "."})
    void otherAddressesAreRefused(String address) {
        assertThrows(IllegalArgumentException.class, () -> NotifySocket.of(address));
    }

    @Test
    void whatTheKernelWouldNotTakeIsRefused() {
        assertTrue(NotifySocket.of("/" + "x".repeat(106)).isPresent());
        assertThrows(IllegalArgumentException.class, () -> NotifySocket.of("/" + "x".repeat(107)));
    }

    @Test
    void withoutAnAddressNobodyWantsToKnow() {
        assertFalse(NotifySocket.of(null).isPresent());
        assertFalse(NotifySocket.of("").isPresent());
    }
}
