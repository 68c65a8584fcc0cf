package io.braid.dataplane.engine;

import io.braid.dataplane.graph.PacketWatch;
import org.jspecify.annotations.Nullable;

/** Who looks on at what leaves a worker, if anybody does: known to all its outputs. The worker's thread only. */
final class Watching {
    /** Null for nobody. */
    @Nullable
    PacketWatch watch;
}
