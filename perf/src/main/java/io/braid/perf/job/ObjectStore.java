package io.braid.perf.job;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An object store over HTTP in a process of its own: a checkpoint to be read, in whole files or ranges, and room for uploads.
 *
 * <p>{@code /model/NAME} is the checkpoint, made on the fly; {@code /upload/...} takes what is put there and forgets it; {@code /live/...} keeps it
 * until {@link LiveObjects#KEPT} newer versions are there.
 */
public final class ObjectStore {
    /** Printed when it answers. */
    public static final String READY = "ready";

    /** The port, on all addresses. */
    public static final int PORT = 8080;

    private static final int BACKLOG = 1024;
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Map<String, Shard> model = new ConcurrentHashMap<>();
    private final LiveObjects live = new LiveObjects();

    private ObjectStore(Checkpoint checkpoint) {
        for (Checkpoint each : List.of(new Checkpoint(CheckpointReader.WARM_UP_BYTES, 1), checkpoint)) {
            model.putAll(each.files().stream().collect(Collectors.toMap(Shard::name, Function.identity())));
        }
    }

    /**
     * Serves until it is ended.
     *
     * @param args bytes and number of shards of the checkpoint
     */
    public static void main(String[] args) throws IOException {
        // Else an answer whose head and body are two segments waits for the other side's delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var store = new ObjectStore(new Checkpoint(Long.parseLong(args[0]), Integer.parseInt(args[1])));
        HttpServer server = HttpServer.create(new InetSocketAddress(PORT), BACKLOG);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/model/", store::model);
        server.createContext("/upload/", ObjectStore::upload);
        server.createContext("/live/", store.live::handle);
        server.start();
        System.out.println(READY);
    }

    private void model(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            Shard shard = model.get(path.substring(path.lastIndexOf('/') + 1));
            if (shard == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            long[] range = range(exchange.getRequestHeaders().getFirst("Range"), shard.size());
            exchange.sendResponseHeaders(range[1] == shard.size() ? 200 : 206, range[1]);
            send(shard, range[0], range[1], exchange.getResponseBody());
        }
    }

    /** Offset and length of {@code bytes=FROM-TO}; all of it without a header. */
    static long[] range(@Nullable String header, long size) {
        if (header == null || !header.startsWith("bytes=")) {
            return new long[] {0, size};
        }
        int dash = header.indexOf('-');
        long from = Long.parseLong(header.substring("bytes=".length(), dash));
        long to = Math.min(Long.parseLong(header.substring(dash + 1)), size - 1);
        return new long[] {from, to - from + 1};
    }

    private static void send(Shard shard, long from, long length, OutputStream body) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (long sent = 0; sent < length; ) {
            int some = (int) Math.min(buffer.length, length - sent);
            shard.read(from + sent, ByteBuffer.wrap(buffer, 0, some));
            body.write(buffer, 0, some);
            sent += some;
        }
    }

    private static void upload(HttpExchange exchange) throws IOException {
        try (exchange) {
            try (InputStream body = exchange.getRequestBody()) {
                body.transferTo(OutputStream.nullOutputStream());
            }
            exchange.sendResponseHeaders(200, -1);
        }
    }
}
