package io.braid.perf.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.LabException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/**
 * Chromium's DevTools protocol over a pair of pipes ({@code --remote-debugging-pipe}): JSON messages that end with a zero byte. Pipes and no port, because the browser may be in another network
 * namespace, and nobody else is to drive it. Asking is for one thread; events come on the reader's.
 *
 * @see <a href="https://chromedevtools.github.io/devtools-protocol/">Chrome DevTools Protocol</a>
 */
final class DevTools {
    private static final int PATIENCE_SECONDS = 30;
    private static final String ENDED = "the browser ended";

    private final ObjectMapper json = new ObjectMapper();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final OutputStream to;
    private final BiConsumer<String, JsonNode> events;
    private volatile boolean ended;
    private int lastId;

    /** @param events gets the name and parameters of each message that answers nothing */
    DevTools(OutputStream to, InputStream from, BiConsumer<String, JsonNode> events) {
        this.to = to;
        this.events = events;
        Thread.ofVirtual().name("devtools").start(() -> read(new BufferedInputStream(from)));
    }

    /**
     * Has the browser do something, and waits for its answer.
     *
     * @param session of the page that is meant; empty for the browser itself
     * @throws LabException if it refuses, ends or does not answer within 30 s
     */
    JsonNode ask(String session, String method, Map<String, ?> parameters) throws InterruptedException {
        int id = ++lastId;
        ObjectNode message = json.createObjectNode().put("id", id).put("method", method);
        message.set("params", json.valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        var answer = new CompletableFuture<JsonNode>();
        waiting.put(id, answer);
        try {
            if (ended) {
                throw new IOException(ENDED);
            }
            to.write((message + "\0").getBytes(StandardCharsets.UTF_8));
            to.flush();
            JsonNode said = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (said.has("error")) {
                throw new LabException(method + ": " + said.at("/error/message").asText());
            }
            return said.path("result");
        } catch (TimeoutException e) {
            throw new LabException(method + ": no answer from the browser within " + PATIENCE_SECONDS + " s", e);
        } catch (IOException | ExecutionException e) {
            throw new LabException(method + ": " + e.getMessage(), e);
        } finally {
            waiting.remove(id);
        }
    }

    private void read(InputStream from) {
        try {
            var message = new ByteArrayOutputStream();
            for (int next = from.read(); next >= 0; next = from.read()) {
                if (next == 0) {
                    take(json.readTree(message.toByteArray()));
                    message.reset();
                } else {
                    message.write(next);
                }
            }
            end(ENDED);
        } catch (JsonProcessingException e) {
            end("the browser said what is no JSON: " + e.getMessage());
        } catch (IOException e) {
            end(ENDED + ": " + e.getMessage());
        }
    }

    private void take(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer = waiting.get(message.path("id").asInt());
            if (answer != null) {
                answer.complete(message);
            }
        } else {
            events.accept(message.path("method").asText(), message.path("params"));
        }
    }

    private void end(String why) {
        ended = true;
        waiting.values().forEach(answer -> answer.completeExceptionally(new IOException(why)));
    }
}
