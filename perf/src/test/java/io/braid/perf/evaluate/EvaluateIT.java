package io.braid.perf.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The quickest rows from end to end: every byte and every connection, and figures that a busy machine reaches, too. */
class EvaluateIT {
    @BeforeAll
    static void needsRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
    }

    @Test
    @Timeout(value = 170, unit = TimeUnit.SECONDS)
    void fourNicsServeAJobSoonerThanOne(@TempDir Path directory) throws Exception {
        Path json = directory.resolve("evaluate.json");
        Path html = directory.resolve("evaluate.html");
        Path histograms = directory.resolve("histograms");
        var out = new StringWriter();
        int code = execute(
                out,
                "--fast",
                "--part",
                "start-storm,job-read",
                "--json",
                json.toString(),
                "--html",
                html.toString(),
                "--hlog",
                histograms.toString());

        String said = out.toString();
        assertEquals(0, code, said);
        JsonNode figures = new ObjectMapper().readTree(Files.readString(json));
        assertTrue(figures.get("ok").asBoolean(), said);
        assertFalse(figures.get("partial").asBoolean(), said);
        // Wide margins: what the figures really are is the command's to say.
        assertTrue(figures.at("/rows/0/figures/complete/ratio").asDouble() > 1.2, said);
        assertEquals(200, figures.at("/rows/0/figures/succeeded/braid").asInt(), said);
        assertTrue(figures.at("/rows/1/figures/p50/ratio").asDouble() > 2, said);
        for (String side : List.of("one-nic", "braid")) {
            assertTrue(
                    Histograms.read(histograms.resolve("job-read-" + side + ".hlog"))
                                    .getTotalCount()
                            > 100,
                    side);
        }
        assertTrue(Files.readString(html).contains("<polyline"), "a chart of latencies");
        assertEquals(List.of(), ownNamespaces());
    }

    @Test
    void wrongUsageIsRefusedBeforeAnythingIsBuilt() {
        assertEquals(2, execute(new StringWriter(), "--json", "/nonexistent/evaluate.json"));
        assertEquals(2, execute(new StringWriter(), "--html", "/"));
        assertEquals(2, execute(new StringWriter(), "--part", "nonsense"));
        assertEquals(2, execute(new StringWriter(), "--rate", "0"));
        assertEquals(2, execute(new StringWriter(), "--hlog", "/dev/null/x"));
        assertEquals(0, execute(new StringWriter(), "--help"));
    }

    private static int execute(StringWriter out, String... arguments) {
        return new CommandLine(new EvaluateCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }

    /** Namespaces of labs made by this JVM; others may be at work on the machine. */
    private static List<String> ownNamespaces() {
        String[] names = Path.of("/run/netns").toFile().list();
        String own = "br" + ProcessHandle.current().pid() + "x";
        return names == null
                ? List.of()
                : Arrays.stream(names).filter(name -> name.startsWith(own)).toList();
    }
}
