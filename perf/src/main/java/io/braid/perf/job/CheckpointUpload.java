package io.braid.perf.job;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * Uploads checkpoint after checkpoint to the store over parallel connections, at the rate at which the job makes them, or as fast as the network
 * takes them if that is less: what was not sent in time is not sent faster later.
 */
public final class CheckpointUpload {
    /** Printed when all connections are open and data flows. */
    public static final String READY = "uploading";

    private static final int PART_BYTES = 16 * 1024;
    private static final int OBJECT_BYTES = 4 * 1024 * 1024;

    private final Endpoints store;
    private final int connections;
    private final long partNanos;
    private final long endNanos;

    private CheckpointUpload(Endpoints store, int connections, long bitsPerSecond, int seconds) {
        this.store = store;
        this.connections = connections;
        this.partNanos = PART_BYTES * 8_000_000_000L * connections / bitsPerSecond;
        this.endNanos = System.nanoTime() + seconds * 1_000_000_000L;
    }

    /**
     * Runs for a while.
     *
     * @param args addresses of the store, number of connections, bits per second of all together, seconds
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        var upload = new CheckpointUpload(
                new Endpoints(args[0], ObjectStore.PORT),
                Integer.parseInt(args[1]),
                Long.parseLong(args[2]),
                Integer.parseInt(args[3]));
        System.out.println(READY);
        Crew.run(upload.connections, upload::run);
        System.out.println("done");
    }

    private void run(int number) throws IOException, InterruptedException {
        try (var connection = new HttpConnection(store.of(number))) {
            // Each begins at another time: a job's threads are not in step.
            long next = System.nanoTime() + partNanos * number / connections;
            while (System.nanoTime() < endNanos) {
                long[] due = {next};
                connection.put("/upload/" + number, OBJECT_BYTES, body -> {
                    for (int sent = 0; sent < OBJECT_BYTES; sent += PART_BYTES) {
                        due[0] = Math.max(due[0], System.nanoTime() - partNanos);
                        while (System.nanoTime() < due[0] && System.nanoTime() < endNanos) {
                            LockSupport.parkNanos(due[0] - System.nanoTime());
                        }
                        due[0] += partNanos;
                        body.write(Tensors.BYTES, Tensors.at(number, sent) % (Tensors.PERIOD - PART_BYTES), PART_BYTES);
                    }
                });
                next = due[0];
            }
        }
    }
}
