package io.braid.dataplane.engine;

import java.util.concurrent.atomic.AtomicReference;

/** Where the conductor publishes snapshots: one ordered write by it, one ordered read a cycle by each worker. */
public final class SnapshotCell {
    private final AtomicReference<Snapshot> current;

    public SnapshotCell(Snapshot first) {
        this.current = new AtomicReference<>(first);
    }

    /** The conductor only. */
    public void publish(Snapshot snapshot) {
        current.setRelease(snapshot);
    }

    /** Any thread. */
    public Snapshot get() {
        return current.getAcquire();
    }
}
