package io.braid.perf.job;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ranges that a checkpoint is read in: whichever reader is free takes the next one, so that one on a slow path does not hold up the end.
 *
 * <p>Thread-safe.
 */
final class Pieces {
    /** One request. */
    record Piece(Shard shard, long from, int length) {}

    private final ArrayDeque<Piece> left = new ArrayDeque<>();

    Pieces(List<Shard> shards, int bytes) {
        for (Shard shard : shards) {
            for (long from = 0; from < shard.size(); from += bytes) {
                left.add(new Piece(shard, from, (int) Math.min(bytes, shard.size() - from)));
            }
        }
    }

    /** The next one; null when there is none left. */
    synchronized @Nullable Piece next() {
        return left.poll();
    }
}
