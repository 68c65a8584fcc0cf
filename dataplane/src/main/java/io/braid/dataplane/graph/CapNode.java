package io.braid.dataplane.graph;

import io.braid.dpdk.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Ends what a task sends over its cap. All that came from the task counts, also what is malformed or not allowed: it has cost the worker its time.
 *
 * <p>The bucket is the worker's own that polls the task's port. A port has one receive queue, so there is one such worker; when the queue moves to another one, that one's
 * bucket begins full, which is one burst more.
 */
final class CapNode {
    private final @Nullable Cap[] caps;

    /** @param ports most ports there can be */
    CapNode(int ports) {
        this.caps = new @Nullable Cap[ports];
    }

    /** @param nowNanos current {@link System#nanoTime} */
    void run(Burst burst, TaskCaps wanted, long nowNanos) {
        Cap cap = Cap.of(caps[burst.port()], wanted.bitsOut(), wanted.packetsOut(), nowNanos);
        caps[burst.port()] = cap;
        cap.refill(nowNanos);
        for (int i = 0; i < burst.count(); i++) {
            if (!cap.admits(Packet.length(burst.packet(i))) && burst.verdict[i] == Verdict.OPEN) {
                burst.drop(i, Reason.OVER_CAP_OUT);
            }
        }
    }
}
