package io.braid.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.braid.perf.bench.PerfCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole path beside testpmd in every CI run. Floors are half of what was measured, so that the machine's moods pass and a path that became twice as slow does not; what must
 * not happen at all is asserted.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ForwardCommandIT {
    private static final double LEAST_OF_5TSWAP = 0.14;
    private static final double LEAST_OF_MACSWAP = 0.12;
    private static final long MOST_ALLOCATED = 65_536;

    private final StringWriter text = new StringWriter();

    private int run(String... arguments) {
        var command = new ArrayList<>(List.of("forward"));
        command.addAll(List.of(arguments));
        var writer = new PrintWriter(text, true);
        return PerfCommand.commandLine().setOut(writer).setErr(writer).execute(command.toArray(String[]::new));
    }

    @Test
    @Order(1)
    void wrongUsageIsRefused() {
        assertEquals(2, run("nonsense"));
        assertTrue(text.toString().contains("egress-v4-64B-1024"), text.toString());
        assertEquals(2, run("--burst", "7"));
        assertEquals(2, run("--workers", "3"));
        assertEquals(2, run("--vdev", "memif"));
        assertEquals(2, run("--size", "65"));
        assertEquals(2, run("--vdev", "null", "--size", "imix"));
        assertEquals(2, run("--json", "/nonexistent/figures.json"));
    }

    @Test
    @Order(2)
    void wholePathsBesideTestpmd(@TempDir Path directory) throws Exception {
        Path report = directory.resolve("forward.json");
        assertEquals(
                0,
                run(
                        "--fast",
                        "--vdev",
                        "pcap,null",
                        "egress-v4-64B-1024",
                        "ingress-v6-64B-1024",
                        "egress-v6-64B-1024",
                        "egress-v4-64B-64-null",
                        "--json",
                        report.toString()),
                text.toString());
        System.out.println(text);
        JsonNode json = new ObjectMapper().readTree(Files.readString(report));
        assertFalse(json.path("partial").asBoolean(true));
        assertEquals(4, json.path("cases").size());
        assertTrue(json.path("hardware_counters").isBoolean());
        for (JsonNode figures : json.path("cases")) {
            // A compilation that ends meanwhile may allocate once, and late on a busy machine; a leak for each burst
            // would be millions.
            assertTrue(figures.path("allocated_bytes").asLong(-1) < MOST_ALLOCATED, figures.toPrettyString());
            // What is in the worker's hands when its last turn ends is sent by its end.
            assertEquals(0, figures.path("not_sent").asLong(-1), figures.toPrettyString());
            assertTrue(figures.path("ratio_5tswap_max").asDouble() > LEAST_OF_5TSWAP, figures.toPrettyString());
            assertTrue(figures.path("ratio_macswap_max").asDouble() > LEAST_OF_MACSWAP, figures.toPrettyString());
        }
    }
}
