package io.braid.numa.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecordedHostTest {
    private static final CpuSet FALLBACK = CpuSet.of(0);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path root;

    @Test
    void aTextFileIsUnpackedAndRemoved() throws IOException {
        Path file = file("""
                # a host
                sys/devices/system/cpu/online = 0-7
                sys/devices/system/node/node{0-1}/distance = 10 20
                sys/devices/system/node/node0/cpulist = 0-3
                sys/devices/system/node/node1/cpulist = 4-7
                sys/bus/pci/devices/0000:01:00.0 -> ../../../devices/pci0000:00/0000:01:00.0
                sys/devices/pci0000:00/0000:01:00.0/class = 0x020000
                sys/devices/pci0000:00/0000:01:00.0/numa_node = 1
                proc/self/cgroup = 0::/
                sys/fs/cgroup/cpuset.cpus.effective = 0-5
                """);
        Path unpacked;
        try (RecordedHost record = RecordedHost.open(file)) {
            Topology host = record.topology(FALLBACK);
            assertEquals("0-7", host.online().toString());
            assertEquals(1, host.nics().getFirst().node());
            assertEquals("0-5", host.cpuset().orElseThrow().toString());
            unpacked = record.sysfs();
            assertTrue(Files.isDirectory(unpacked));
        }
        assertFalse(Files.exists(unpacked.getParent()));
    }

    @Test
    void aDirectoryIsASysfsOrHoldsOne() throws IOException {
        Path online = Files.createDirectories(root.resolve("host/sys/devices/system/cpu"))
                .resolve("online");
        Files.writeString(online, "0-2\n");
        for (String directory : new String[] {"host", "host/sys"}) {
            try (RecordedHost record = RecordedHost.open(root.resolve(directory))) {
                assertEquals("0-2", record.topology(FALLBACK).online().toString());
            }
        }
        assertTrue(Files.exists(online), "what was not unpacked is not removed");
        assertThrows(IOException.class, () -> RecordedHost.open(root.resolve("missing")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello                           | expected PATH = VALUE or PATH -> TARGET, found hello",
                "etc/passwd = x                  | expected a path below sys or proc, found etc/passwd",
                "sys/../../etc/passwd = x        | expected a path below sys or proc",
                "/sys/x = x                      | expected a path below sys or proc",
                "sys/a -> /etc                   | expected a relative target, found /etc",
                "sys/a -> ../../etc              | the link leads out of the record",
                "sys/{9-1} = x                   | runs backwards",
                "sys/{0-5000} = x                | outside 0-1023",
                "sys/{0-3}/{0-3} = x             | expected a path below sys or proc",
            })
    void aBadLineIsNamed(String line, String message) throws IOException {
        Path file = file("sys/devices/system/cpu/online = 0\n" + line + "\n");
        var e = assertThrows(IOException.class, () -> RecordedHost.open(file));
        assertTrue(String.valueOf(e.getMessage()).contains("x.host:2: "), e.getMessage());
        assertTrue(String.valueOf(e.getMessage()).contains(message), e.getMessage());
    }

    @Test
    void linksCannotCarryOtherLinksOut() throws IOException {
        Path file = file("""
                sys/a/b/c/file = x
                sys/up -> a/b/c
                sys/up/out -> ../../../../../outside
                """);
        var e = assertThrows(IOException.class, () -> RecordedHost.open(file));
        assertTrue(String.valueOf(e.getMessage()).contains("leads out of the record"), e.getMessage());
        assertFalse(leftovers(), "what was unpacked is removed");
    }

    private static boolean leftovers() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.anyMatch(path -> path.getFileName().toString().startsWith("braid-host")
                    && Files.exists(path.resolve("sys/a/b/c/file")));
        }
    }

    @Test
    void sizesAreBounded() throws IOException {
        var many = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            many.append("sys/").append(i).append("/{0-1023} = x\n");
        }
        assertThrows(IOException.class, () -> RecordedHost.open(file(many.toString())));
        assertThrows(IOException.class, () -> RecordedHost.open(file("#".repeat((1 << 20) + 1))));
        assertThrows(IOException.class, () -> RecordedHost.open(file("")));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(root.resolve("x.host"), text);
    }
}
