package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Path directory;

    MainTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private int run(String... arguments) {
        return Main.run(arguments, new PrintWriter(out), new PrintWriter(err));
    }

    private Path config(String text) throws IOException {
        return Files.writeString(directory.resolve("host.yaml"), text);
    }

    private Path good(String device) throws IOException {
        return config("""
                uplinks: [{name: nic0, device: "%s", addresses: [10.0.0.1/24], gateways: [10.0.0.254]}]
                tasks: {prefixes: [10.100.0.0/16]}
                web: {}
                """.formatted(device));
    }

    @Test
    void helpAndVersionSucceed() {
        assertEquals(ExitCode.DONE, run("--help"));
        for (String command : List.of("run", "check", "plan", "attach", "detach", "status")) {
            assertTrue(out.toString().matches("(?s).*\n  " + command + " .*"), command + " in " + out);
        }
        assertEquals(ExitCode.DONE, run("--version"));
        assertTrue(out.toString().matches("(?s).*braid [0-9]+\\.[0-9]+.*"), out.toString());
        assertEquals(ExitCode.DONE, run("check", "--help"));
        assertEquals("", err.toString());
    }

    @Test
    void wrongUsageIsTold() {
        assertEquals(ExitCode.WRONG_USAGE, run());
        assertTrue(err.toString().startsWith("Missing command"), err.toString());
        assertEquals(ExitCode.WRONG_USAGE, run("check"));
        assertTrue(err.toString().contains("Missing required option: '--config=FILE'"), err.toString());
        assertEquals(ExitCode.WRONG_USAGE, run("check", "-c", "x", "--jsn"));
        assertEquals("", out.toString());
    }

    @Test
    void unknownCommandIsAnsweredWithTheLikelyOne() {
        assertEquals(ExitCode.WRONG_USAGE, run("chekc"));
        assertTrue(err.toString().contains("Did you mean: braid check"), err.toString());
    }

    @Test
    void badConfigShowsAllErrors() throws IOException {
        Path file = config("host: 5\nuplinks: []\n");
        assertEquals(ExitCode.WRONG_USAGE, run("check", "-c", file.toString()));
        assertEquals("""
                FILE:1:1: tasks: expected a mapping, found no such key (it is required)
                FILE:2:10: uplinks: expected a list of 1..8 entries, found 0
                """.replace("FILE", file.toString()), err.toString());
        assertEquals("", out.toString());
    }

    @Test
    void missingFileIsWrongUsage() {
        assertEquals(
                ExitCode.WRONG_USAGE,
                run("check", "-c", directory.resolve("none").toString()));
        assertTrue(err.toString().endsWith("none: expected a file, found none\n"), err.toString());
    }

    @Test
    void hostThatCannotRunTheConfigIsFailure() throws IOException {
        assertEquals(
                ExitCode.FAILED, run("check", "-c", good("pci:ffff:ff:1f.7").toString()));
        assertTrue(out.toString().contains("FAIL  uplink nic0: there is no PCI device ffff:ff:1f.7"), out.toString());
        assertFalse(out.toString().contains("warn  config:"), out.toString());
        assertTrue(out.toString().contains("ok    config: "), out.toString());
    }

    @Test
    void jsonOfFindings() throws IOException {
        Path file = good("pci:ffff:ff:1f.7");
        assertEquals(ExitCode.FAILED, run("check", "--json", "-c", file.toString()));
        JsonNode result = json();
        assertEquals(false, result.get("ok").asBoolean());
        assertEquals(file.toString(), result.at("/config/file").asText());
        assertEquals(0, result.at("/config/warnings").size());
        assertEquals(0, result.at("/config/errors").size());
        JsonNode failed = null;
        for (JsonNode check : result.get("checks")) {
            if (check.get("subject").asText().equals("uplink nic0")) {
                failed = check;
            }
        }
        assertTrue(failed != null && failed.get("level").asText().equals("fail"), result.toString());
    }

    @Test
    void jsonOfBadConfig() throws IOException {
        assertEquals(
                ExitCode.WRONG_USAGE,
                run("check", "--json", "-c", config("uplinks: 5\n").toString()));
        JsonNode errors = json().at("/config/errors");
        assertEquals(2, errors.size());
        assertEquals(
                "{\"line\":1,\"column\":10,\"path\":\"uplinks\",\"message\":\"expected a list, found 5\"}",
                errors.get(1).toString());
        assertEquals("", err.toString());
    }

    @Test
    void anotherHostsSysfsIsExamined() throws IOException {
        Path device = Files.createDirectories(directory.resolve("sys/bus/pci/devices/0000:3b:00.0"));
        Files.writeString(device.resolve("class"), "0x020000\n");
        run(
                "check",
                "-c",
                good("pci:0000:3b:00.0").toString(),
                "--sysfs",
                directory.resolve("sys").toString());
        assertTrue(out.toString().contains("0000:3b:00.0 is bound to no driver"), out.toString());
    }

    private JsonNode json() throws JsonProcessingException {
        return new ObjectMapper().readTree(out.toString());
    }
}
