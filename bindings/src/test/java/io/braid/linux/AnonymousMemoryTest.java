package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AnonymousMemoryTest {
    private static final long MIB = 1 << 20;

    @Test
    void isZeroedAlignedAndWritable() {
        try (AnonymousMemory memory = AnonymousMemory.map(5 * MIB)) {
            MemorySegment segment = memory.segment();
            assertEquals(5 * MIB, segment.byteSize());
            assertEquals(0, segment.address() % (2 * MIB));
            assertEquals(0, segment.get(JAVA_LONG, 5 * MIB - 8));
            segment.set(JAVA_LONG, 5 * MIB - 8, 42);
            assertEquals(42, segment.get(JAVA_LONG, 5 * MIB - 8));
            assertThrows(IndexOutOfBoundsException.class, () -> segment.get(JAVA_LONG, 5 * MIB));
        }
    }

    @Test
    void isResidentOnlyAsFarAsPopulated() throws IOException {
        long before = residentBytes();
        try (AnonymousMemory memory = AnonymousMemory.map(4096 * MIB)) {
            assertTrue(residentBytes() - before < 64 * MIB, "4 GiB mapped and nothing used");
            memory.populate(100 * MIB);
            assertTrue(residentBytes() - before > 90 * MIB, "100 MiB populated");
        }
        assertTrue(residentBytes() - before < 64 * MIB, "given back");
    }

    /** What the kernel says of it, not what we do. */
    @Test
    void comesFromTheNodeItIsBoundTo() throws IOException {
        try (AnonymousMemory memory = AnonymousMemory.map(4 * MIB).preferNode(0)) {
            memory.populate(4 * MIB);
            String start = Long.toHexString(memory.segment().address());
            String line = Files.readAllLines(Path.of("/proc/self/numa_maps")).stream()
                    .filter(entry -> Long.compareUnsigned(
                                            Long.parseUnsignedLong(entry.split(" ", 2)[0], 16),
                                            memory.segment().address())
                                    <= 0
                            && entry.contains("prefer"))
                    .reduce((a, b) -> b)
                    .orElseThrow(() -> new AssertionError("no preferred mapping holds " + start));
            assertTrue(line.contains("prefer") && line.contains(":0") && line.contains("N0="), line);
        }
        try (AnonymousMemory memory = AnonymousMemory.map(MIB)) {
            LinuxException e = assertThrows(LinuxException.class, () -> memory.preferNode(1000));
            assertEquals(Errno.EINVAL, e.errno(), e.getMessage());
            assertThrows(IllegalArgumentException.class, () -> memory.preferNode(-1));
        }
    }

    @Test
    void useAfterCloseThrows() {
        AnonymousMemory memory = AnonymousMemory.map(8);
        MemorySegment segment = memory.segment();
        memory.close();
        assertThrows(IllegalStateException.class, () -> segment.get(JAVA_LONG, 0));
    }

    @Test
    void refusesNothingAndTooMuch() {
        assertThrows(IllegalArgumentException.class, () -> AnonymousMemory.map(0));
        LinuxException e = assertThrows(LinuxException.class, () -> AnonymousMemory.map(1L << 60));
        assertEquals(Errno.ENOMEM, e.errno(), e.getMessage());
    }

    private static long residentBytes() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1]) * 4096;
    }
}
