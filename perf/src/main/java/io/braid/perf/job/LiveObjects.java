package io.braid.perf.job;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Checkpoints that a running job writes, by version: {@code PUT /live/VERSION/NAME}, {@code PUT /live/VERSION/done} once all of them are there, and
 * {@code GET /live/next?after=VERSION}, which answers with the newest complete version when there is one that is newer.
 *
 * <p>Thread-safe.
 */
final class LiveObjects {
    /** Versions that are kept; older ones are forgotten. */
    static final int KEPT = 4;

    private static final long WAIT_MILLIS = 30_000;

    private final TreeMap<Long, Map<String, byte[]>> versions = new TreeMap<>();
    private long complete;

    /** Of an object. */
    static String path(long version, int number) {
        return "/live/" + version + "/shard-" + number;
    }

    /** To be put when all objects of a version are there. */
    static String done(long version) {
        return "/live/" + version + "/done";
    }

    void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String[] path = exchange.getRequestURI().getPath().split("/", -1);
            if (path[2].equals("next")) {
                String query = exchange.getRequestURI().getQuery();
                answer(
                        exchange,
                        Long.toString(awaitNewer(Long.parseLong(query.substring("after=".length()))))
                                .getBytes(StandardCharsets.US_ASCII));
            } else if (exchange.getRequestMethod().equals("PUT")) {
                try (InputStream body = exchange.getRequestBody()) {
                    put(Long.parseLong(path[2]), path[3], body.readAllBytes());
                }
                exchange.sendResponseHeaders(200, -1);
            } else {
                answer(exchange, get(Long.parseLong(path[2]), path[3]));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, byte @Nullable [] body) throws IOException {
        if (body == null) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream stream = exchange.getResponseBody()) {
            stream.write(body);
        }
    }

    private synchronized void put(long version, String name, byte[] bytes) {
        if (name.equals("done")) {
            complete = Math.max(complete, version);
            notifyAll();
            return;
        }
        versions.computeIfAbsent(version, _ -> new ConcurrentHashMap<>()).put(name, bytes);
        while (versions.size() > KEPT) {
            versions.pollFirstEntry();
        }
    }

    private synchronized byte @Nullable [] get(long version, String name) {
        Map<String, byte[]> objects = versions.get(version);
        return objects == null ? null : objects.get(name);
    }

    /** The newest complete version; what was asked about if none came in time. */
    private synchronized long awaitNewer(long than) throws InterruptedException {
        long end = System.nanoTime() + WAIT_MILLIS * 1_000_000;
        while (complete <= than) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return than;
            }
            wait(left);
        }
        return complete;
    }
}
