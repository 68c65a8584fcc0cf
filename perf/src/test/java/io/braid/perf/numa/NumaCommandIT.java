package io.braid.perf.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Two parts that start DPDK, which a process can do once, in one command. */
@Timeout(240)
final class NumaCommandIT {
    @Test
    void partsThatStartDpdkDoNotStandInEachOthersWay(@TempDir Path directory) throws IOException {
        var text = new StringWriter();
        var writer = new PrintWriter(text, true);
        Path file = directory.resolve("numa.json");
        int code = new CommandLine(new NumaCommand())
                .setOut(writer)
                .setErr(writer)
                .execute("handoff", "scaling", "--fast", "--json", file.toString());
        assertEquals(0, code, text.toString());
        JsonNode report = new ObjectMapper().readTree(Files.readString(file));
        assertTrue(report.path("handoff").size() > 0, report.toString());
        assertTrue(report.at("/scaling/one_worker_pps").asLong() > 0, report.toString());
        assertTrue(text.toString().contains("Hand-off of bursts of 32"), text.toString());
    }
}
