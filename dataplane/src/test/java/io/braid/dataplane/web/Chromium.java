package io.braid.dataplane.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A headless Chromium with one page, driven by its DevTools protocol; notes what the page's console says. For one thread. */
final class Chromium implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([0-9.:]+)/.*");
    private static final int PATIENCE_SECONDS = 30;

    private final ObjectMapper json = new ObjectMapper();
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final WebSocket socket;

    /** @param profile an empty directory */
    Chromium(Path profile) throws Exception {
        process = new ProcessBuilder(
                        "chromium",
                        "--headless=new",
                        "--no-sandbox", // as root there is none
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String address = address(process.errorReader(StandardCharsets.UTF_8));
        socket = client.newWebSocketBuilder()
                .buildAsync(page(address), new Listener())
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            send(domain + ".enable", Map.of());
        }
    }

    private static String address(BufferedReader said) throws IOException {
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher matcher = LISTENING.matcher(line);
            if (matcher.matches()) {
                // Nobody may let the pipe run full.
                Thread.ofPlatform().daemon().start(() -> {
                    int _ = drain(said);
                });
                return matcher.group(1);
            }
        }
        throw new IOException("chromium did not start");
    }

    /** Reads and forgets; returns how many lines. */
    private static int drain(BufferedReader said) {
        int lines = 0;
        try {
            while (said.readLine() != null) {
                lines++;
            }
        } catch (IOException ended) {
            return lines; // with the process
        }
        return lines;
    }

    private URI page(String address) throws Exception {
        for (int tries = 0; tries < 100; tries++) {
            String list = client.send(
                            HttpRequest.newBuilder(URI.create("http://" + address + "/json/list"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            for (JsonNode target : json.readTree(list)) {
                if (target.get("type").asText().equals("page")) {
                    return URI.create(target.get("webSocketDebuggerUrl").asText());
                }
            }
            Thread.sleep(100);
        }
        throw new IOException("chromium has no page");
    }

    private JsonNode send(String method, Map<String, ?> parameters) throws Exception {
        int id = lastId.incrementAndGet();
        ObjectNode message = json.createObjectNode().put("id", id).put("method", method);
        message.set("params", json.valueToTree(parameters));
        var answer = new CompletableFuture<JsonNode>();
        waiting.put(id, answer);
        socket.sendText(message.toString(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    void open(URI page) throws Exception {
        send("Page.navigate", Map.of("url", page.toString()));
    }

    /** Sets the window's width and the colour scheme that the user is said to prefer. */
    void look(int width, int height, String scheme) throws Exception {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** The value of an expression, as text. */
    String evaluate(String expression) throws Exception {
        JsonNode answer = send("Runtime.evaluate", Map.of("expression", "String(" + expression + ")"));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.at("/result/value").asText();
    }

    /** Waits until an expression is true. */
    void await(String expression) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!evaluate(expression).equals("true")) {
            if (System.nanoTime() > end) {
                throw new AssertionError(
                        expression + " is not so on\n" + evaluate("document.body.innerText") + "\n" + complaints);
            }
            Thread.sleep(100);
        }
    }

    void press(String key, int code) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            send(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code));
        }
    }

    void screenshot(Path file) throws Exception {
        String data = send("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", false))
                .get("data")
                .asText();
        Files.write(file, Base64.getDecoder().decode(data));
    }

    /** What the console said that is not fine: errors, warnings, exceptions, refusals by the content security policy. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    private void take(String text) {
        try {
            JsonNode message = json.readTree(text);
            JsonNode params = message.path("params");
            switch (message.path("method").asText()) {
                case "Runtime.exceptionThrown" -> complaints.add(params.toString());
                case "Runtime.consoleAPICalled" ->
                    complaints.add(params.path("args").toString());
                case "Log.entryAdded" -> complaints.add(params.at("/entry").toString());
                default -> {
                    CompletableFuture<JsonNode> answer =
                            waiting.remove(message.path("id").asInt());
                    if (answer != null) {
                        answer.complete(message.has("error") ? message : message.path("result"));
                    }
                }
            }
        } catch (IOException e) {
            complaints.add("not JSON: " + text);
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                take(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
        client.shutdownNow();
    }
}
