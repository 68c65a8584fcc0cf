package io.braid.perf.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A job that writes a checkpoint to the store at fixed times, all shards in parallel; one that is not written by the time of the next delays it. Says
 * when each was taken: {@code taken VERSION NANOS}.
 */
public final class CheckpointWriter {
    private final Endpoints store;
    private final int shards;
    private final int shardBytes;

    private CheckpointWriter(Endpoints store, int shards, int shardBytes) {
        this.store = store;
        this.shards = shards;
        this.shardBytes = shardBytes;
    }

    /**
     * Runs until all are written.
     *
     * @param args addresses of the store, shards and bytes of each, milliseconds from one checkpoint to the next, how many
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        var writer = new CheckpointWriter(
                new Endpoints(args[0], ObjectStore.PORT), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        writer.run(Long.parseLong(args[3]) * 1_000_000, Integer.parseInt(args[4]));
        System.out.println("done");
    }

    private void run(long intervalNanos, int count) throws IOException, InterruptedException {
        List<HttpConnection> connections = new ArrayList<>();
        for (int n = 0; n < shards; n++) {
            connections.add(new HttpConnection(store.of(n)));
        }
        long due = System.nanoTime();
        for (long version = 1; version <= count; version++) {
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            // The job goes on from here: what the standby has then is as old as this.
            System.out.println("taken " + version + " " + due);
            write(connections, version);
            due += intervalNanos;
        }
        for (HttpConnection connection : connections) {
            connection.close();
        }
    }

    private void write(List<HttpConnection> connections, long version) throws IOException, InterruptedException {
        Crew.run(
                shards,
                number -> connections
                        .get(number)
                        .put(
                                LiveObjects.path(version, number),
                                shardBytes,
                                body -> Tensors.write(number, version, shardBytes, body)));
        connections.getFirst().put(LiveObjects.done(version), 0, _ -> {});
    }
}
