package io.braid.perf.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.Uninterrupted;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A headless Chromium with one page, which notes what the page's console says. For one thread. It ends with the JVM, however that ends: its pipes are then closed.
 *
 * <p>What cannot be done is a {@link LabException}.
 */
final class Chromium implements AutoCloseable {
    static final String PROGRAM = "chromium";

    private static final int PATIENCE_SECONDS = 30;
    private static final int POLL_MILLIS = 100;
    private static final int END_SECONDS = 10;
    /** It reads commands from file descriptor 3 and answers on 4, which ProcessBuilder does not give. */
    private static final String PIPES = "exec 3<&0 4>&1 </dev/null >/dev/null; exec \"$@\"";

    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Process process;
    private final DevTools tools;
    private final String session;

    /**
     * Starts it.
     *
     * @param profile an empty directory
     * @param log where it writes what it has to say
     * @param wrap makes a command line one that runs elsewhere, in another network namespace for instance
     */
    Chromium(Path profile, Path log, UnaryOperator<List<String>> wrap) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", PIPES, "sh", PROGRAM));
        command.addAll(List.of(
                "--headless=new",
                "--no-sandbox", // as root there is none
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
                "--user-data-dir=" + profile,
                "about:blank"));
        try {
            process = new ProcessBuilder(wrap.apply(command))
                    .redirectError(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new LabException("cannot start " + PROGRAM + ": " + e.getMessage(), e);
        }
        try {
            tools = new DevTools(process.getOutputStream(), process.getInputStream(), this::note);
            session = attach();
        } catch (Throwable t) {
            end();
            throw t;
        }
    }

    static boolean isInstalled() {
        return Command.isInstalled(PROGRAM);
    }

    private String attach() throws InterruptedException {
        String target = tools.ask("", "Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        String attached = tools.ask("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            tools.ask(attached, domain + ".enable", Map.of());
        }
        return attached;
    }

    private JsonNode ask(String method, Map<String, ?> parameters) throws InterruptedException {
        return tools.ask(session, method, parameters);
    }

    private void note(String method, JsonNode parameters) {
        switch (method) {
            case "Runtime.exceptionThrown" -> complaints.add(parameters.toString());
            case "Runtime.consoleAPICalled" ->
                complaints.add(parameters.path("args").toString());
            case "Log.entryAdded" -> complaints.add(parameters.path("entry").toString());
            default -> {
                // Other events are of no interest: nothing waits for them.
            }
        }
    }

    void open(URI page) throws InterruptedException {
        JsonNode answer = ask("Page.navigate", Map.of("url", page.toString()));
        if (answer.has("errorText")) {
            throw new LabException(page + ": " + answer.path("errorText").asText());
        }
    }

    /** Sets the window's size in CSS pixels, and the colour scheme that the user is said to prefer: {@code light} or {@code dark}. */
    void look(int width, int height, String scheme) throws InterruptedException {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        ask(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** The value of an expression, as text. */
    String evaluate(String expression) throws InterruptedException {
        JsonNode answer = ask("Runtime.evaluate", Map.of("expression", "String(" + expression + ")"));
        if (answer.has("exceptionDetails")) {
            throw new LabException(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.at("/result/value").asText();
    }

    /** Waits until an expression is true, 30 s at most. */
    void await(String expression) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!evaluate(expression).equals("true")) {
            if (System.nanoTime() > end) {
                throw new LabException(
                        expression + " is not so on\n" + evaluate("document.body.innerText") + "\n" + complaints);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    void press(String key, int code) throws InterruptedException {
        for (String type : List.of("keyDown", "keyUp")) {
            ask("Input.dispatchKeyEvent", Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code));
        }
    }

    /** What the window shows, as PNG. */
    byte[] screenshot() throws InterruptedException {
        return Base64.getDecoder()
                .decode(ask("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", false))
                        .path("data")
                        .asText());
    }

    /** What the console said that is not fine: errors, warnings, exceptions, refusals by the content security policy. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    private void end() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.waitFor(END_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        Uninterrupted.run(this::end);
    }
}
