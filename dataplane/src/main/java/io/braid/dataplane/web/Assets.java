package io.braid.dataplane.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpStatus;

/** The files of the dashboard: these, and no others, read once. */
final class Assets {
    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final Map<String, String> TYPES = new TreeMap<>(Map.of(
            "index.html", HTML,
            "style.css", CSS,
            "icon.svg", "image/svg+xml",
            "main.js", SCRIPT,
            "format.js", SCRIPT,
            "rates.js", SCRIPT,
            "chart.js", SCRIPT,
            "tables.js", SCRIPT,
            "graph.js", SCRIPT,
            "events.js", SCRIPT));

    private Assets() {}

    /** Every file by the path that it is asked for; the page itself is {@code /}. */
    static Map<String, PageSource> pages() {
        var pages = new TreeMap<String, PageSource>();
        TYPES.forEach((name, type) -> {
            var page = new Page(HttpStatus.OK_200, type, read(name));
            pages.put(name.equals("index.html") ? "/" : "/" + name, _ -> page);
        });
        return pages;
    }

    private static String read(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
