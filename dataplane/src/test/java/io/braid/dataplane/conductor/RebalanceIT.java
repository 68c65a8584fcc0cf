package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.PacketPool;
import io.braid.numa.balance.QueueMove;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two busy queues on one worker while the other has nothing to do: one of them moves, after three seconds of that and not before. */
class RebalanceIT {
    private static final long SECOND = 1_000_000_000L;

    @Test
    @Timeout(60)
    void aQueueMovesFromAWorkerWithTooMuchToDo() throws InterruptedException {
        try (var rings = new RingWorld(new Assignments(2), PortQueues.single(0), false)) {
            var moves = new QueueMoves(
                    List.of(0, 0), rings.queues, rings.generations, true, () -> 0, new MovedQueues(List.of(), 60_000));
            moves.assignments().add(rings.uplink.near(), new PortQueues(List.of(0, 0), List.of(0, 1), 0), false);
            moves.assignments().add(rings.task.near(), PortQueues.single(0), true);
            rings.publish(1, moves.assignments());
            rings.start(0);
            rings.start(1);
            var running = new AtomicBoolean(true);
            Thread load = Thread.ofPlatform().start(() -> load(rings, running));
            try {
                check(rings, moves);
            } finally {
                running.set(false);
                load.join();
            }
        }
    }

    private static void check(RingWorld rings, QueueMoves moves) throws InterruptedException {
        long generation = 2;
        for (int second = 0; second < 3; second++) {
            Thread.sleep(1_010);
            boolean moved = moves.turn(rings.shared.snapshots().get().bindings(), generation, System.nanoTime());
            assertFalse(moved, "after " + (second + 1) + " s: the first second has nothing to compare with");
        }
        List<QueueMove> proposals = moves.proposals();
        assertEquals(1, proposals.size(), moves.loads().toString());
        assertEquals(1, proposals.getFirst().to());
        Thread.sleep(1_010);
        assertTrue(moves.turn(rings.shared.snapshots().get().bindings(), generation, System.nanoTime()));
        rings.publish(generation, moves.assignments());
        long end = System.nanoTime() + 5 * SECOND;
        while (moves.assignments().isPassing()) {
            assertTrue(System.nanoTime() < end, "the queue does not arrive");
            Thread.sleep(1);
        }
        List<Integer> pollers = moves.assignments().pollers(rings.uplink.near().id());
        assertTrue(pollers.contains(0) && pollers.contains(1), "one each: " + pollers);
        for (int second = 0; second < 2; second++) {
            Thread.sleep(1_010);
            assertFalse(
                    moves.turn(rings.shared.snapshots().get().bindings(), generation + 1, System.nanoTime()),
                    "even now: " + moves.loads());
        }
    }

    /** Both queues alike, no faster than packets leave. */
    private static void load(RingWorld rings, AtomicBoolean running) {
        try (Arena arena = Arena.ofConfined()) {
            long scratch = arena.allocate(ValueLayout.JAVA_LONG, 64).address();
            long sent = 0;
            long received = 0;
            int idle = 0;
            while (running.get() || (received < sent && idle < 1_000_000)) {
                if (running.get() && sent - received < 512) {
                    for (int queue = 0; queue < 2; queue++) {
                        sent += rings.send(queue, sent, scratch) ? RingWorld.BURST : 0;
                    }
                }
                int n = rings.task.far().rxQueue(0).receive(scratch, 64);
                if (n > 0) {
                    PacketPool.free(scratch, n);
                    idle = 0;
                } else {
                    idle++;
                }
                received += n;
            }
        }
    }
}
