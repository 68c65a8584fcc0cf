package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.PacketHash;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.graph.ReleaseList;
import io.braid.dpdk.Memory;

/** Spreads flows over several transmit queues of a port, each flow always by one, and never by one that the other side has not enabled. */
final class SpreadOutput implements PortOutput {
    private final int port;
    private final Counters counters;
    private final ReleaseList refused;
    private final Watching watching;
    private final PacketHash hash;
    private final QueueChoice choice;
    private final QueueOutput[] queues;

    /**
     * Gathers at {@code addresses}, which has room for {@link QueueOutput#BUFFER_BYTES} for each queue.
     *
     * @param refused where packets go that have no queue
     */
    SpreadOutput(
            int port,
            SharedQueues shared,
            Counters counters,
            ReleaseList refused,
            PacketHash hash,
            Watching watching,
            long addresses) {
        this.port = port;
        this.counters = counters;
        this.refused = refused;
        this.watching = watching;
        this.hash = hash;
        this.choice = new QueueChoice(shared.queues().size(), shared.enabled());
        this.queues = new QueueOutput[shared.queues().size()];
        for (int queue = 0; queue < queues.length; queue++) {
            queues[queue] = new QueueOutput(
                    port, shared.queues().get(queue), counters, watching, addresses + queue * QueueOutput.BUFFER_BYTES);
        }
    }

    @Override
    public void add(long packet) {
        if (choice.isNone()) {
            counters.end(port, Reason.NO_QUEUE_ENABLED, 1);
            if (watching.watch != null) {
                watching.watch.refused(port, packet, Reason.NO_QUEUE_ENABLED);
            }
            refused.add(packet);
        } else {
            queues[choice.of(hash.of(packet))].add(packet);
        }
    }

    @Override
    public void addAll(long packets, int count) {
        for (int i = 0; i < count; i++) {
            add(Memory.getLong(packets + (long) i * Long.BYTES));
        }
    }

    /** Takes all of them: what goes by a queue of its flow's has no way past the others. */
    @Override
    public int offer(long packets, int count) {
        addAll(packets, count);
        return count;
    }

    @Override
    public void flush() {
        for (QueueOutput queue : queues) {
            queue.flush();
        }
    }
}
