package io.braid.perf.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.perf.report.Check;
import io.braid.perf.report.Narrator;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Half a minute of it: long enough for all that must hold, and too short for what may not grow. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SoakIT {
    private static final Set<String> GROWTH =
            Set.of("samples", "resident", "files", "threads", "buffers", "collections");

    @Test
    void everyPacketIsAccountedForWhateverHappens() {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces and DPDK need root");
        var said = new StringWriter();
        var soak = new Soak(Duration.ofSeconds(25), 7, new Narrator(new PrintWriter(said)));
        soak.run();
        List<Check> failed = soak.checks().stream()
                .filter(check -> !check.ok() && !GROWTH.contains(check.name()))
                .toList();
        assertEquals(List.of(), failed, said.toString());
        assertTrue(soak.isComplete(), said.toString());
        assertFalse(soak.happened().isEmpty(), said.toString());
        assertTrue(SoakReport.html(soak).contains("<polyline"));
        assertTrue(SoakReport.json(soak).contains("\"partial\" : false"));
    }
}
