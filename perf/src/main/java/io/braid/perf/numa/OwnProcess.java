package io.braid.perf.numa;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.BraidCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A part of {@code ./braid perf numa} that is run by a process of its own: the same command for that part alone. */
final class OwnProcess implements NumaMeasurement {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PROGRESS = "braid perf: ";

    private final String part;

    OwnProcess(String part) {
        this.part = part;
    }

    @Override
    public String key() {
        return part;
    }

    @Override
    public Result run(boolean fast, Consumer<String> progress) throws IOException, InterruptedException {
        Path report = Files.createTempFile("braid-numa", ".json");
        try {
            List<String> command =
                    new ArrayList<>(BraidCommand.with("perf", "numa", part, "--json", report.toString()));
            if (fast) {
                command.add("--fast");
            }
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try {
                List<String> text = read(process, progress);
                if (process.waitFor() != 0) {
                    throw new IOException("the process for " + part + " failed: " + String.join("\n", text));
                }
                JsonNode figures = JSON.readTree(Files.readString(report)).path(part);
                if (figures instanceof ObjectNode found) {
                    return new Result(found, text);
                }
                throw new IOException("the process for " + part + " wrote no figures");
            } finally {
                process.destroy();
            }
        } finally {
            Files.delete(report);
        }
    }

    /** Passes progress on; the other lines. */
    private static List<String> read(Process process, Consumer<String> progress) throws IOException {
        var text = new ArrayList<String>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(PROGRESS)) {
                    progress.accept(line.substring(PROGRESS.length()));
                } else if (!line.isBlank()) {
                    text.add(line);
                }
            }
        }
        return text;
    }
}
