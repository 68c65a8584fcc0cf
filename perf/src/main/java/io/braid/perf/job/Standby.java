package io.braid.perf.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A standby task that follows a job's checkpoints: waits for the newest complete one and loads it, all shards in parallel. Says when it had each:
 * {@code loaded VERSION NANOS}; versions that were replaced meanwhile are left out.
 */
public final class Standby {
    /** Printed when it waits for the first. */
    public static final String READY = "following";

    private Standby() {}

    /**
     * Runs until it has the last.
     *
     * @param args addresses of the store, shards and bytes of each, the last version
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        var store = new Endpoints(args[0], ObjectStore.PORT);
        int shards = Integer.parseInt(args[1]);
        int shardBytes = Integer.parseInt(args[2]);
        long last = Long.parseLong(args[3]);
        List<HttpConnection> connections = new ArrayList<>();
        for (int n = 0; n < shards; n++) {
            connections.add(new HttpConnection(store.of(n)));
        }
        System.out.println(READY);
        for (long version = 0; version < last; ) {
            version = next(connections.getFirst(), version);
            load(connections, version, shardBytes);
            System.out.println("loaded " + version + " " + System.nanoTime());
        }
        for (HttpConnection connection : connections) {
            connection.close();
        }
        System.out.println("done");
    }

    private static long next(HttpConnection connection, long after) throws IOException {
        var answer = new StringBuilder();
        connection.get("/live/next?after=" + after, (bytes, length) -> {
            for (int i = 0; i < length; i++) {
                answer.append((char) bytes[i]);
            }
        });
        return Long.parseLong(answer.toString());
    }

    private static void load(List<HttpConnection> connections, long version, int shardBytes)
            throws IOException, InterruptedException {
        Crew.run(connections.size(), number -> {
            long[] got = {0};
            connections.get(number).get(LiveObjects.path(version, number), (bytes, length) -> {
                if (!Tensors.are(number, version + got[0], bytes, length)) {
                    throw new IOException("shard " + number + " of version " + version + " is damaged");
                }
                got[0] += length;
            });
            if (got[0] != shardBytes) {
                throw new IOException("shard " + number + " of version " + version + " has " + got[0] + " bytes");
            }
        });
    }
}
