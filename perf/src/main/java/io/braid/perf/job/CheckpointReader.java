package io.braid.perf.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** Loads a checkpoint from the store with parallel readers, as a task does before it can begin, and checks every byte. */
public final class CheckpointReader {
    /** Of an object that is in the store beside the checkpoint. */
    static final long WARM_UP_BYTES = 24_000_000;

    private static final int PIECE_BYTES = 256 * 1024;

    private final Endpoints store;
    private final AtomicLong read = new AtomicLong();

    private CheckpointReader(Endpoints store) {
        this.store = store;
    }

    /**
     * Prints how many bytes it read, when it began and when it had the last one.
     *
     * @param args addresses of the store, bytes and shards of the checkpoint, number of readers
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        var checkpoint = new Checkpoint(Long.parseLong(args[1]), Integer.parseInt(args[2]));
        var reader = new CheckpointReader(new Endpoints(args[0], ObjectStore.PORT));
        int readers = Integer.parseInt(args[3]);
        // Both programs' code is compiled when the time begins, as that of a storage server is.
        reader.load(new Checkpoint(WARM_UP_BYTES, 1), readers);
        reader.read.set(0);
        long started = System.nanoTime();
        reader.load(checkpoint, readers);
        System.out.println("read " + reader.read + " " + started + " " + System.nanoTime());
    }

    private void load(Checkpoint what, int readers) throws IOException, InterruptedException {
        var pieces = new Pieces(what.files(), PIECE_BYTES);
        Crew.run(readers, number -> {
            try (var connection = new HttpConnection(store.of(number))) {
                for (Pieces.Piece piece = pieces.next(); piece != null; piece = pieces.next()) {
                    read(connection, piece);
                }
            }
        });
    }

    private void read(HttpConnection connection, Pieces.Piece piece) throws IOException {
        long[] at = {piece.from()};
        connection.get("/model/" + piece.shard().name(), piece.from(), piece.length(), (bytes, length) -> {
            if (!piece.shard().has(at[0], bytes, length)) {
                throw new IOException(piece.shard().name() + " is damaged after byte " + at[0] + ": "
                        + new String(bytes, 0, Math.min(length, 40), StandardCharsets.ISO_8859_1));
            }
            at[0] += length;
            read.addAndGet(length);
        });
    }
}
