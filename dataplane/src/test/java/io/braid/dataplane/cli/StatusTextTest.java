package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.FlowStatus;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.StatusReport.Traffic;
import io.braid.dataplane.control.TaskLimits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusTextTest {
    private static final Traffic MOST = new Traffic(Long.MAX_VALUE, Long.MAX_VALUE);
    private static final String LONG_IP = "2001:db8:1234:5678:9abc:def0:1234:5678";

    @Test
    void fitsIn100ColumnsHoweverLargeTheNumbers() {
        String text = StatusText.of(extreme());
        for (String line : text.lines().toList()) {
            assertTrue(line.length() <= 100, line.length() + ": " + line);
        }
        assertTrue(text.contains("t".repeat(63)), "the whole name of a task is there");
        assertTrue(text.contains(LONG_IP), text);
    }

    @Test
    void saysWhenPacketsAreUnaccounted() {
        assertTrue(StatusText.of(extreme()).contains("generated !=\n"));
    }

    @Test
    void leavesOutWhatIsEmpty() {
        var empty = new StatusReport(
                "h",
                "0.1.0",
                1,
                0,
                new StatusReport.Dpdk("22.11.7", false, 1 << 20),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new FlowStatus("hash", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new TreeMap<>(Map.of("ttl-expired", 0L)),
                StatusReport.Invariant.of(0, 0, 0, 0, 0, 0),
                new StatusReport.Mempool("p", 1, 0, 1),
                null,
                List.of());
        assertEquals("""
                braid 0.1.0 on h, pid 1, up 0s
                DPDK 22.11.7, 1 MiB in ordinary pages, 0 of 1 buffers in use

                packets: 0 received + 0 generated =
                         0 sent + 0 dropped + 0 consumed + 0 queued
                """, StatusText.of(empty));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0 B",
        "999, 999, 999 B",
        "1000, 1000, 1.0 kB",
        "99999, 99999, 100.0 kB",
        "100000, 100.0k, 100.0 kB",
        "999949, 999.9k, 999.9 kB",
        "999950, 1.0M, 1.0 MB",
        "18200000000, 18.2G, 18.2 GB",
        "9223372036854775807, 9.2E, 9.2 EB"
    })
    void writesNumbersForPeople(long number, String count, String bytes) {
        assertEquals(count, Units.count(number));
        assertEquals(bytes, Units.bytes(number));
    }

    @ParameterizedTest
    @CsvSource({"0, 0s", "59, 59s", "60, 1m 0s", "3599, 59m 59s", "3600, 1h 0m", "86399, 23h 59m", "90000, 1d 1h"})
    void writesDurationsForPeople(long seconds, String text) {
        assertEquals(text, Units.duration(seconds));
    }

    @Test
    void tablesRefuseRowsThatDoNotFit() {
        var table = new TextTable("A", ">B");
        assertTrue(table.isEmpty());
        assertThrows(IllegalArgumentException.class, () -> table.row("x"));
        assertEquals(
                "A     B\nx   100\nyy    1\n    more\n",
                table.row("x", 100).row("yy", 1).detail("more").toString());
        assertFalse(table.isEmpty());
    }

    private static StatusReport extreme() {
        var drops = new TreeMap<>(Map.of("source-not-own", Long.MAX_VALUE));
        String mac = "02:00:00:00:00:01";
        var uplink = new StatusReport.Uplink(
                "an-uplink-with-a-very-long-name-indeed",
                "pci:0000:3b:00.0",
                0,
                mac,
                65_535,
                new StatusReport.Offloads(List.of("checksum", "tso4", "tso6"), List.of("checksum", "tso4", "tso6")),
                1023,
                "flow-rules",
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                null,
                List.of(new StatusReport.Queue(63, "worker-63", Long.MAX_VALUE)),
                true,
                new StatusReport.Usable(true, false),
                "gateway " + LONG_IP + " does not answer",
                List.of(new StatusReport.Gateway(LONG_IP, "unreachable", mac)),
                MOST,
                MOST,
                1,
                drops);
        var task = new StatusReport.Task(
                "t".repeat(63),
                "tap",
                "device-of-15-ch",
                "/var/run/docker/netns/0123456789ab",
                List.of(LONG_IP),
                List.of(),
                mac,
                65_535,
                new StatusReport.Offloads(List.of("checksum", "tso4", "tso6"), List.of("checksum", "tso4", "tso6")),
                null,
                "worker-63",
                true,
                new StatusReport.TaskQueues(16, List.of(0, 3, 15)),
                null,
                null,
                "j".repeat(128),
                new TaskLimits(
                        TaskLimits.MAX_RATE, TaskLimits.MAX_RATE, TaskLimits.MAX_PACKETS, TaskLimits.MAX_PACKETS),
                MOST,
                MOST,
                drops);
        return new StatusReport(
                "gpu-17",
                "0.1.0",
                4_194_304,
                Integer.MAX_VALUE,
                new StatusReport.Dpdk("22.11.7", true, Integer.MAX_VALUE),
                List.of(new StatusReport.Worker(
                        "worker",
                        511,
                        7,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        Integer.MAX_VALUE,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE)),
                List.of(uplink),
                List.of(task),
                List.of(new StatusReport.Punt(
                        "an-uplink-with-a-very-long-name-indeed", "device-of-15-ch", MOST, MOST, drops)),
                new FlowStatus("least-loaded", Long.MAX_VALUE, Long.MAX_VALUE, 1, 2, 3, 4, 5, Long.MAX_VALUE - 1, 1, 6),
                drops,
                StatusReport.Invariant.of(
                        999_999_999_999_999L,
                        999_999_999_999_999L,
                        999_999_999_999_999L,
                        999_999_999_999_999L,
                        999_999_999_999_999L,
                        1),
                new StatusReport.Mempool("packets", 65_535, 1, 65_534),
                new StatusReport.Bgp(64, 64, Integer.MAX_VALUE),
                List.of());
    }
}
