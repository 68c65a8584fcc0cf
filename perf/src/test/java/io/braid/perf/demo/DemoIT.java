package io.braid.perf.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** The demo from end to end: real packets through Braid, and everything gone afterwards. */
class DemoIT {
    @BeforeAll
    static void needsRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void movesTrafficOverFourUplinksLosesNothingAtAFailureAndLeavesNothingBehind(@TempDir Path directory)
            throws Exception {
        List<String> before = ownNamespaces();
        Path json = directory.resolve("demo.json");
        Path report = directory.resolve("demo.html");
        var out = new StringWriter();
        var err = new StringWriter();
        int code = new CommandLine(new DemoCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("--seconds", "4", "--json", json.toString(), "--report", report.toString());

        String said = out.toString() + err;
        assertEquals(0, code, said);
        JsonNode figures = new ObjectMapper().readTree(Files.readString(json));
        for (JsonNode share : figures.at("/shares/four")) {
            assertEquals(0.25, share.asDouble(), 0.03, said);
        }
        // A wide margin: the machine may be busy, and what the figures really are is the demo's to say.
        assertTrue(figures.at("/speedup/out").asDouble() > 2.5, said);
        assertTrue(figures.at("/speedup/in").asDouble() > 2.5, said);
        assertEquals(0, figures.at("/failover/moved_survivor_flows").asInt(-1), said);
        assertEquals(0, figures.at("/failover/lost_connections").asInt(-1), said);
        assertTrue(figures.at("/failover/affected_flows").asInt() > 0, said);
        assertTrue(figures.get("rss_mib").asInt() < 512, said);
        assertTrue(figures.at("/invariant/balanced").asBoolean(), said);
        assertTrue(figures.at("/theft/refused").asBoolean(), said);
        assertTrue(figures.at("/theft/answer").asText().contains("it grants 10.100.0.3"), said);
        assertTrue(Files.size(report) > 5000);
        assertEquals(before, ownNamespaces());
    }

    /** Namespaces of labs made by this JVM; others may be at work on the machine. */
    private static List<String> ownNamespaces() {
        String[] names = Path.of("/run/netns").toFile().list();
        String own = "br" + ProcessHandle.current().pid() + "x";
        return names == null
                ? List.of()
                : Arrays.stream(names).filter(name -> name.startsWith(own)).toList();
    }

    @Test
    void wrongUsageIsRefusedBeforeAnythingIsBuilt() {
        assertEquals(2, run("--seconds", "60"));
        assertEquals(2, run("--rate", "fast"));
        assertEquals(2, run("--rate", "10kbit"));
        assertEquals(2, run("--nonsense"));
        assertEquals(2, run("--rate", "0"));
        assertEquals(2, run("--report", "/nonexistent/demo.html"));
        assertEquals(2, run("--json", "/nonexistent/demo.json"));
        assertEquals(0, run("--help"));
    }

    private static int run(String... arguments) {
        return new CommandLine(new DemoCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(arguments);
    }
}
