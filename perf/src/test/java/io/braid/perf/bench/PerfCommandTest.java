package io.braid.perf.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PerfCommandTest {
    private final StringWriter text = new StringWriter();

    private int run(String... arguments) {
        var writer = new PrintWriter(text, true);
        return new CommandLine(new PerfCommand()).setOut(writer).setErr(writer).execute(arguments);
    }

    @Test
    void wrongUsageIsRefusedBeforeAnythingIsMeasured() {
        assertEquals(2, run());
        assertEquals(2, run("nonsense"));
        assertEquals(2, run("flow-table", "--nonsense"));
        assertEquals(2, run("flow-table", "--json", "/nonexistent/figures.json"));
        assertTrue(text.toString().contains("cannot write /nonexistent/figures.json"), text.toString());
    }

    @Test
    void helpNamesWhatThereIs() {
        assertEquals(0, run("--help"));
        assertTrue(text.toString().contains("flow-table"), text.toString());
        assertTrue(text.toString().contains("jmh"), text.toString());
        assertEquals(0, run("flow-table", "--help"));
    }
}
