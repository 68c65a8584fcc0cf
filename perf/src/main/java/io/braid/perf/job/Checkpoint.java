package io.braid.perf.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A sharded checkpoint as models are published: many files of tensors, all alike in size but for the last, which is what is left.
 *
 * <p>Whoever knows its size and its number of shards knows all of its bytes, so that no disk is read and every byte can be checked.
 *
 * @param bytes of all shards' data
 * @param shards how many files, from 1
 */
record Checkpoint(long bytes, int shards) {
    Checkpoint {
        if (shards < 1 || bytes < shards) {
            throw new IllegalArgumentException(bytes + " bytes are no " + shards + " shards");
        }
    }

    /** All files, in order. */
    List<Shard> files() {
        List<Shard> all = new ArrayList<>();
        long each = bytes / shards;
        for (int number = 1; number <= shards; number++) {
            long data = number < shards ? each : bytes - each * (shards - 1);
            String name = String.format(Locale.ROOT, "model-%05d-of-%05d.safetensors", number, shards);
            all.add(new Shard(name, number, data));
        }
        return all;
    }
}
