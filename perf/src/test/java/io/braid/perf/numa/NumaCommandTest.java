package io.braid.perf.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class NumaCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StringWriter text = new StringWriter();

    @TempDir
    private Path directory;

    private record Fixed(String key, int value) implements NumaMeasurement {
        @Override
        public Result run(boolean fast, Consumer<String> progress) throws IOException {
            if (value < 0) {
                throw new IOException("no such NIC");
            }
            progress.accept("measuring " + key);
            return new Result(JSON.createObjectNode().put("value", fast ? 0 : value), List.of(key + " is " + value));
        }
    }

    private int run(List<NumaMeasurement> measurements, String... arguments) {
        var writer = new PrintWriter(text, true);
        return new CommandLine(new NumaCommand(measurements))
                .setOut(writer)
                .setErr(writer)
                .execute(arguments);
    }

    @Test
    void everyPartIsInTheReport() throws IOException {
        Path file = directory.resolve("numa.json");
        assertEquals(0, run(List.of(new Fixed("one", 1), new Fixed("two", 2)), "--json", file.toString()));
        JsonNode report = JSON.readTree(Files.readString(file));
        assertEquals(1, report.path("one").path("value").asInt());
        assertEquals(2, report.path("two").path("value").asInt());
        assertTrue(report.path("cpus").asInt() > 0);
        assertTrue(report.has("load_average"));
        assertTrue(text.toString().contains("one is 1") && text.toString().contains("two is 2"), text.toString());
    }

    @Test
    void partsCanBeChosenAndRough() throws IOException {
        Path file = directory.resolve("numa.json");
        assertEquals(
                0, run(List.of(new Fixed("one", 1), new Fixed("two", 2)), "two", "--fast", "--json", file.toString()));
        JsonNode report = JSON.readTree(Files.readString(file));
        assertFalse(report.has("one"));
        assertEquals(0, report.path("two").path("value").asInt());
    }

    @Test
    void wrongUsageIsRefusedBeforeAnythingIsMeasured() {
        List<NumaMeasurement> one = List.of(new Fixed("one", 1));
        assertEquals(2, run(one, "three"));
        assertTrue(text.toString().contains("parts are one, not three"), text.toString());
        assertEquals(2, run(one, "--json", directory.resolve("no/such.json").toString()));
        assertEquals(2, run(one, "--json", directory.toString()));
        assertFalse(text.toString().contains("measuring"), text.toString());
    }

    @Test
    void whatCannotBeMeasuredFailsWithItsReason() {
        assertEquals(1, run(List.of(new Fixed("one", -1))));
        assertTrue(text.toString().contains("no such NIC"), text.toString());
    }

    @Test
    void handoffFiguresAreRatiosToRteRing() {
        var nanos =
                Map.of(HandoffFigures.BRAID, 1.1, HandoffFigures.RTE_RING, 1.0, HandoffFigures.BRAID_BY_PACKET, 1.5);
        var result = HandoffMeasurement.report(new HandoffFigures(nanos, nanos, nanos, nanos));
        assertEquals(1.1, result.json().path("ratio_to_rte_ring").asDouble(), 1e-9);
        assertEquals(1.5, result.json().path("ratio_to_rte_ring_by_packet").asDouble(), 1e-9);
        assertTrue(
                String.join("\n", result.text()).contains("braid costs 1.10 times rte_ring"),
                result.text().toString());
    }
}
