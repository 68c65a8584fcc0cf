package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CpuSelectionTest {
    private static final int ALL = Integer.MAX_VALUE;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path sysfs;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0       | 0      | 0     | 0", // one CPU is shared
                "0-1     | 0-1    | 1     | 0",
                "0-2     | 0-2    | 1-2   | 0",
                "0-7     | 0-7    | 1-7   | 0",
                "0-7     | 2-3    | 3     | 2", // a container with two CPUs
                "0-7     | 4-7    | 5-7   | 4", // CPU 0 is not ours: the lowest we have is kept free
                "0,2-3   | 0-7    | 2-3   | 0", // CPU 1 and 4-7 are offline
                "0-1023  | 0-3    | 1-3   | 0",
            })
    void autoLeavesTheLowestUsableCpuToTheSystem(String online, String allowed, String workers, String system)
            throws IOException {
        online(online);
        CpuSelection selection = CpuSelection.auto(CpuSet.parse(allowed), sysfs, ALL);
        assertEquals(CpuSet.parse(workers).stream().boxed().toList(), selection.workers());
        assertEquals(CpuSet.parse(system), selection.system());
        assertEquals(selection, CpuSelection.auto(CpuSet.parse(allowed), sysfs, ALL), "deterministic");
    }

    @Test
    void autoTakesNoMoreThanWanted() throws IOException {
        online("0-15");
        CpuSelection selection = CpuSelection.auto(CpuSet.parse("0-15"), sysfs, 4);
        assertEquals(List.of(1, 2, 3, 4), selection.workers());
        assertEquals("0,5-15", selection.system().toString());
        assertThrows(IllegalArgumentException.class, () -> CpuSelection.auto(CpuSet.parse("0-15"), sysfs, 0));
    }

    @Test
    void startsWithCpusOnNodeOneOnly() throws IOException {
        online("0-7");
        node(0, "0-3");
        node(1, "4-7");
        write("devices/system/node/online", "0-1\n");
        CpuSelection selection = CpuSelection.auto(CpuSet.parse("4-7"), sysfs, ALL);
        assertEquals(List.of(5, 6, 7), selection.workers());
        assertTrue(selection.explanation().contains("NUMA node 0: no usable CPU"), selection.explanation()::toString);
        assertTrue(selection.explanation().contains("NUMA node 1: CPUs 4-7"), selection.explanation()::toString);
    }

    @Test
    void aNodeWithMemoryButNoCpuIsFine() throws IOException {
        online("0-3");
        node(0, "0-3");
        node(2, "");
        write("devices/system/node/online", "0,2\n");
        CpuSelection selection = CpuSelection.auto(CpuSet.parse("0-3"), sysfs, ALL);
        assertEquals(List.of(1, 2, 3), selection.workers());
        assertTrue(selection.explanation().contains("NUMA node 2: no usable CPU"));
    }

    @Test
    void startsWithoutNumaAndWithoutSysfs() throws IOException {
        CpuSelection bare = CpuSelection.auto(CpuSet.parse("0-3"), sysfs, ALL);
        assertEquals(List.of(1, 2, 3), bare.workers());
        assertTrue(bare.explanation().getFirst().startsWith("warning: "), bare.explanation()::toString);
        online("0-3");
        CpuSelection noNuma = CpuSelection.auto(CpuSet.parse("0-3"), sysfs, ALL);
        assertTrue(noNuma.explanation().contains("no NUMA information: one node is assumed"));
        assertFalse(noNuma.explanation().getFirst().startsWith("warning"));
    }

    @Test
    void noUsableCpuIsSaid() throws IOException {
        online("0-3");
        var e = assertThrows(IllegalArgumentException.class, () -> CpuSelection.auto(CpuSet.parse("8-9"), sysfs, ALL));
        assertEquals("no CPU is both online (0-3) and allowed to this process (8-9)", e.getMessage());
    }

    @Test
    void anExplicitListKeepsItsOrder() throws IOException {
        online("0-3");
        CpuSelection selection = CpuSelection.explicit(List.of(3, 1), CpuSet.parse("0-3"), sysfs);
        assertEquals(List.of(3, 1), selection.workers());
        assertEquals("0,2", selection.system().toString());
        CpuSelection everything = CpuSelection.explicit(List.of(0, 1, 2, 3), CpuSet.parse("0-3"), sysfs);
        assertEquals("0-3", everything.system().toString());
        assertTrue(everything.explanation().toString().contains("warning: every usable CPU is a worker"));
    }

    @Test
    void everyFaultOfAnExplicitListIsNamed() throws IOException {
        online("0-3");
        var e = assertThrows(
                IllegalArgumentException.class,
                () -> CpuSelection.explicit(List.of(1, 1, 9, 3, -1, 5000), CpuSet.parse("0-2"), sysfs));
        String message = String.valueOf(e.getMessage());
        for (String fault : List.of(
                "CPU 1 is named twice",
                "CPU 9 does not exist or is offline; online are 0-3",
                "CPU 3 is not allowed to this process; allowed are 0-2",
                "CPU -1 is outside 0-1023",
                "CPU 5000 is outside 0-1023")) {
            assertTrue(message.contains(fault), message);
        }
        assertThrows(
                IllegalArgumentException.class, () -> CpuSelection.explicit(List.of(), CpuSet.parse("0-2"), sysfs));
    }

    @Test
    void aBrokenListFileIsNamed() throws IOException {
        online("0-x");
        var e = assertThrows(IllegalArgumentException.class, () -> CpuSelection.auto(CpuSet.parse("0-3"), sysfs, ALL));
        assertTrue(String.valueOf(e.getMessage()).contains("devices/system/cpu/online"), e.getMessage());
    }

    @Test
    void worksOnThisHost() {
        CpuSet allowed = CpuAffinity.get();
        CpuSelection selection = CpuSelection.auto(allowed, CpuSelection.SYSFS, ALL);
        assertFalse(selection.workers().isEmpty());
        assertTrue(selection.workers().stream().allMatch(allowed::contains));
        assertFalse(selection.system().isEmpty());
    }

    private void online(String list) throws IOException {
        write("devices/system/cpu/online", list + "\n");
    }

    private void node(int node, String list) throws IOException {
        write("devices/system/node/node" + node + "/cpulist", list + "\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = sysfs.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
