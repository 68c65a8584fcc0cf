package io.braid.dataplane.engine;

import org.jspecify.annotations.Nullable;

/** Who is to look on at a worker. A new one each time, so that the worker can say which it goes by. */
final class WatchWish {
    /** Null for nobody. */
    final @Nullable WorkerWatch watch;

    WatchWish(@Nullable WorkerWatch watch) {
        this.watch = watch;
    }
}
