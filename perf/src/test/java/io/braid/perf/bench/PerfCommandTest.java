package io.braid.perf.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerfCommandTest {
    private final StringWriter text = new StringWriter();

    private int run(String... arguments) {
        var writer = new PrintWriter(text, true);
        return PerfCommand.commandLine().setOut(writer).setErr(writer).execute(arguments);
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
    void optionsOfJmhStayInTheirOrder() {
        var jmh = PerfCommand.commandLine().parseArgs("jmh", "FlowHash", "-f", "1", "-prof", "gc");
        assertEquals(
                List.of("FlowHash", "-f", "1", "-prof", "gc"),
                jmh.subcommand().matchedPositional(0).getValue());
    }

    @Test
    void helpNamesWhatThereIs() {
        assertEquals(0, run("--help"));
        assertTrue(text.toString().contains("flow-table"), text.toString());
        assertTrue(text.toString().contains("jmh"), text.toString());
        assertTrue(text.toString().contains("numa"), text.toString());
        assertEquals(0, run("flow-table", "--help"));
    }
}
