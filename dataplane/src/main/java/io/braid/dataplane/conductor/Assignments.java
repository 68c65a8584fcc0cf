package io.braid.dataplane.conductor;

import io.braid.dataplane.engine.PortBinding;
import io.braid.dataplane.engine.QueueDrain;
import io.braid.dataplane.engine.QueueHandover;
import io.braid.dataplane.engine.SharedQueues;
import io.braid.dpdk.Port;
import io.braid.dpdk.TxQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which worker has which queue of which port, and what is passing between workers. The conductor's thread only, or before it starts.
 */
final class Assignments {
    private final int workers;
    private final Map<Integer, Assigned> ports = new LinkedHashMap<>();

    /** One port's. */
    private static final class Assigned {
        private final Port port;
        private final int[] pollers;
        private final @Nullable QueueHandover[] passages;
        private final List<Integer> sendQueues;
        private final boolean movesWhole;
        private int sender;
        private @Nullable QueueHandover senderPassage;
        private boolean out;

        Assigned(Port port, PortQueues queues, boolean movesWhole) {
            this.port = port;
            this.pollers = queues.pollers().stream().mapToInt(Integer::intValue).toArray();
            this.passages = new @Nullable QueueHandover[pollers.length];
            this.sendQueues = queues.sendQueues();
            this.sender = queues.sender();
            this.movesWhole = movesWhole;
        }

        boolean isPassing() {
            boolean passing = senderPassage != null;
            for (QueueHandover passage : passages) {
                passing |= passage != null;
            }
            return passing;
        }

        void settle() {
            if (senderPassage != null && senderPassage.isDone()) {
                senderPassage = null;
            }
            for (int queue = 0; queue < passages.length; queue++) {
                QueueHandover passage = passages[queue];
                if (passage != null && passage.isDone()) {
                    passages[queue] = null;
                }
            }
        }

        PortBinding binding(int workers) {
            var inputs = new ArrayList<PortBinding.Input>();
            for (int queue = 0; queue < pollers.length; queue++) {
                inputs.add(new PortBinding.Input(queue, port.rxQueue(queue), pollers[queue], passages[queue]));
            }
            var sends = new ArrayList<@Nullable TxQueue>();
            for (int worker = 0; worker < workers; worker++) {
                int queue = sendQueues.isEmpty() ? -1 : sendQueues.get(worker);
                sends.add(queue < 0 ? null : port.txQueue(queue));
            }
            return new PortBinding(port.id(), inputs, sends, sender, shared(sends.get(sender)), senderPassage);
        }

        private SharedQueues shared(@Nullable TxQueue own) {
            if (own != null) {
                return SharedQueues.of(own);
            }
            int queues = movesWhole ? pollers.length : 1;
            return new SharedQueues(
                    IntStream.range(0, queues).mapToObj(port::txQueue).toList(), port.enabledQueues());
        }
    }

    /** @param workers how many there are */
    Assignments(int workers) {
        this.workers = workers;
    }

    /**
     * Adds a running port.
     *
     * @param movesWhole whether its receive queues, as many transmit queues, and the sender's role go together when they move: a task's port, whose both directions meet on one worker
     */
    void add(Port port, PortQueues queues, boolean movesWhole) {
        ports.put(port.id(), new Assigned(port, queues, movesWhole));
    }

    void remove(int port) {
        ports.remove(port);
    }

    /** Has no worker use a port from the next snapshot on, or has them use it again as before; not while it {@link #isPassing}. */
    void out(int port, boolean out) {
        Assigned assigned = ports.get(port);
        if (assigned != null) {
            assigned.out = out;
        }
    }

    /** The worker that sends for the others on a port. */
    int sender(int port) {
        Assigned assigned = ports.get(port);
        return assigned == null ? 0 : assigned.sender;
    }

    /** The worker that polls a queue, or -1 when there is no such queue. */
    int poller(int port, int queue) {
        Assigned assigned = ports.get(port);
        return assigned == null || queue >= assigned.pollers.length ? -1 : assigned.pollers[queue];
    }

    /** The workers of a port's receive queues, by queue. */
    List<Integer> pollers(int port) {
        Assigned assigned = ports.get(port);
        return assigned == null
                ? List.of()
                : IntStream.of(assigned.pollers).boxed().toList();
    }

    /**
     * Begins to move a queue to another worker, with the next snapshot; of a port that moves whole, all of them.
     *
     * @param generation the next snapshot's
     * @param notBeforeNanos when packets that the old worker gave to NICs are sent
     * @return false when there is no such queue, or it has that worker, or its port's queues are still passing, or the port is out of use
     */
    boolean move(int port, int queue, int to, long generation, long notBeforeNanos) {
        Assigned assigned = ports.get(port);
        if (assigned == null || queue < 0 || queue >= assigned.pollers.length || to < 0 || to >= workers) {
            return false;
        }
        assigned.settle();
        int from = assigned.pollers[queue];
        if (from == to || assigned.out || assigned.isPassing()) {
            return false;
        }
        var passage = new QueueHandover(from, to, generation, notBeforeNanos);
        if (assigned.movesWhole) {
            Arrays.fill(assigned.pollers, to);
            Arrays.fill(assigned.passages, passage);
            assigned.sender = to;
            assigned.senderPassage = passage;
        } else {
            assigned.pollers[queue] = to;
            assigned.passages[queue] = passage;
        }
        return true;
    }

    /**
     * Pauses a queue, with the next snapshot, until another queue of the port is drained.
     *
     * @param queue flows are about to come by this
     * @param left and no more by this
     * @return what to arm when they do; null when there is no such queue or something of the port is still passing
     */
    @Nullable
    QueueDrain pause(int port, int queue, int left, long generation) {
        Assigned assigned = ports.get(port);
        if (assigned == null || assigned.out || queue >= assigned.pollers.length || left >= assigned.pollers.length) {
            return null;
        }
        assigned.settle();
        if (assigned.passages[queue] != null || assigned.passages[left] != null) {
            return null;
        }
        var drain = new QueueDrain(port, left);
        assigned.passages[queue] =
                new QueueHandover(assigned.pollers[left], assigned.pollers[queue], generation, drain);
        return drain;
    }

    /** Whether anything of a port is still passing from worker to worker. */
    boolean isPassing(int port) {
        Assigned assigned = ports.get(port);
        if (assigned != null) {
            assigned.settle();
        }
        return assigned != null && assigned.isPassing();
    }

    /** Whether anything is still passing from worker to worker. */
    boolean isPassing() {
        boolean passing = false;
        for (Assigned assigned : ports.values()) {
            assigned.settle();
            passing |= assigned.isPassing();
        }
        return passing;
    }

    /** What workers are told. */
    List<PortBinding> bindings() {
        return ports.values().stream()
                .filter(assigned -> !assigned.out)
                .map(assigned -> assigned.binding(workers))
                .toList();
    }
}
