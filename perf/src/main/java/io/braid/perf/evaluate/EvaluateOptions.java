package io.braid.perf.evaluate;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of it is done, and for how long.
 *
 * @param parts in order
 * @param rateBitsPerSecond of each uplink
 * @param fast whether everything is shorter, for three minutes in all
 * @param histograms where to keep the files of histograms; null for nowhere
 */
record EvaluateOptions(
        List<Part> parts,
        long rateBitsPerSecond,
        boolean fast,
        @Nullable Path histograms) {
    EvaluateOptions {
        parts = List.copyOf(parts);
    }

    /** The one or the other. */
    int pick(int usual, int ifFast) {
        return fast ? ifFast : usual;
    }
}
