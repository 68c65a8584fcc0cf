package io.braid.perf.emulated;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.LabException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Talks to QEMU itself, in its machine protocol: pulls the cables of emulated NICs. One thread at a time. */
final class Qmp implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final LineSocket socket;

    private Qmp(LineSocket socket) {
        this.socket = socket;
    }

    static Qmp connect(Path path) throws InterruptedException {
        LineSocket socket = LineSocket.connect(path, LIMIT);
        var qmp = new Qmp(socket);
        try {
            socket.receive(LIMIT); // its greeting
            qmp.ask("qmp_capabilities", Map.of());
            return qmp;
        } catch (RuntimeException | InterruptedException e) {
            socket.close();
            throw e;
        }
    }

    /** Gives a NIC carrier, or takes it away. */
    void link(Nic nic, boolean up) throws InterruptedException {
        ask("set_link", Map.of("name", nic.id(), "up", up));
    }

    private void ask(String command, Map<String, Object> arguments) throws InterruptedException {
        ObjectNode request = JSON.createObjectNode().put("execute", command);
        if (!arguments.isEmpty()) {
            request.set("arguments", JSON.valueToTree(arguments));
        }
        socket.send(request.toString());
        while (true) {
            JsonNode answer = read(socket.receive(LIMIT));
            if (answer.has("error")) {
                throw new LabException("QEMU refused " + command + " " + arguments + ": "
                        + answer.at("/error/desc").asText());
            }
            if (answer.has("return")) {
                return;
            }
            // An event.
        }
    }

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new LabException("QEMU answered what is no JSON: " + line, e);
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
