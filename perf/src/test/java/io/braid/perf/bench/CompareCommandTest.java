package io.braid.perf.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter text = new StringWriter();

    private int run(String... arguments) {
        var writer = new PrintWriter(text, true);
        return PerfCommand.commandLine().setOut(writer).setErr(writer).execute(arguments);
    }

    private String file(String name, String json) throws IOException {
        return Files.writeString(directory.resolve(name), json).toString();
    }

    @Test
    void figuresAreHeldAgainstEachOtherByName() throws IOException {
        String before = file("a.json", """
                {"cpus": 2, "gone": 1, "cases": [{"name": "out", "mpps": 10.0}, {"name": "in", "mpps": 4}]}""");
        String now = file("b.json", """
                {"cpus": 2, "cases": [{"name": "in", "mpps": 4.2}, {"name": "out", "mpps": 5, "new": 7}], "text": "x"}""");
        assertEquals(0, run("compare", before, now));
        List<String> lines =
                text.toString().lines().map(line -> line.replaceAll(" +", " ")).toList();
        assertEquals(
                List.of(
                        " cpus 2.00000 2.00000 same",
                        " cases.in.mpps 4.00000 4.20000 1.05x",
                        "* cases.out.mpps 10.0000 5.00000 0.50x",
                        "cases.out.new: not in " + before,
                        "gone: not in " + now),
                lines);
    }

    @Test
    void whatIsNoReportIsSaid() throws IOException {
        String good = file("a.json", "{\"a\": 1}");
        assertEquals(1, run("compare", good, file("b.json", "{\"b\": 1}")));
        assertEquals(1, run("compare", good, file("c.json", "{\"b\": ")));
        assertEquals(1, run("compare", good, "/nonexistent/x.json"));
        assertEquals(2, run("compare", good));
        assertTrue(text.toString().contains("no figure in common"), text.toString());
        assertTrue(text.toString().contains("c.json is no report in JSON"), text.toString());
        assertTrue(text.toString().contains("there is no /nonexistent/x.json"), text.toString());
    }
}
