package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs the CNI plugin as a container runtime does: configuration on standard input, everything else in the environment, which has nothing more in it. */
final class CniPlugin {
    static final String VERSION = "1.1.0";

    private static final Path PLUGIN = Path.of("..", "docker", "cni", "braid");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a call left. */
    record Call(int exitCode, String out, String err) {
        JsonNode json() {
            return parse(out);
        }

        /** It succeeded without saying anything. */
        void assertSilent() {
            assertEquals("", out, err);
            assertEquals(0, exitCode, err);
        }

        JsonNode assertSuccess() {
            assertEquals(0, exitCode, out + err);
            return json();
        }

        /** It failed as the specification wants it, with a code; returns what it said. */
        String assertError(int code) {
            assertNotEquals(0, exitCode, out);
            JsonNode error = json();
            assertEquals(code, error.path("code").intValue(), out);
            assertTrue(error.path("code").isInt(), out);
            assertTrue(error.path("cniVersion").asText().matches("\\d+\\.\\d+\\.\\d+"), out);
            assertTrue(
                    error.path("msg").isTextual() && !error.path("msg").asText().isBlank(), out);
            assertTrue(
                    error.path("details").isMissingNode()
                            || error.path("details").isTextual(),
                    out);
            assertTrue(out.length() < 8192, "too long: " + out.length());
            assertTrue(out.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x7f)), out);
            return error.path("msg").asText() + "; " + error.path("details").asText();
        }
    }

    private final Path socket;
    private final String network;

    CniPlugin(Path socket, String network) {
        this.socket = socket;
        this.network = network;
    }

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    /** A configuration of this network. */
    ObjectNode config(String version) {
        return JSON.createObjectNode()
                .put("cniVersion", version)
                .put("name", network)
                .put("type", "braid")
                .put("kind", "tap")
                .put("socket", socket.toAbsolutePath().toString());
    }

    /** The same with addresses of the container. */
    ObjectNode config(String version, List<String> ips) {
        ObjectNode config = config(version);
        var list = config.putObject("runtimeConfig").putArray("ips");
        ips.forEach(list::add);
        return config;
    }

    /** What libcni sets for an attachment. */
    static Map<String, String> environment(String command, String container, String netns, String device) {
        return new TreeMap<>(Map.of(
                "CNI_COMMAND",
                command,
                "CNI_CONTAINERID",
                container,
                "CNI_NETNS",
                netns,
                "CNI_IFNAME",
                device,
                "CNI_ARGS",
                "",
                "CNI_PATH",
                "/opt/cni/bin"));
    }

    static Call run(Map<String, String> environment, String input) throws InterruptedException {
        assertTrue(Files.isExecutable(PLUGIN), PLUGIN + " is no program");
        var command = new ArrayList<String>(List.of("env", "-i"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        if (!environment.containsKey("PATH")) {
            command.add("PATH=/usr/sbin:/usr/bin:/sbin:/bin");
        }
        command.add(PLUGIN.toString());
        var output = Command.execute(command, input, LIMIT);
        return new Call(output.exitCode(), output.out(), output.err());
    }

    static Call run(Map<String, String> environment, JsonNode config) throws InterruptedException {
        return run(environment, config.toString());
    }
}
