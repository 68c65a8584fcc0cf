package io.braid.dataplane.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.numa.HandoffRing;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The steps of a passage one by one, without threads. */
class QueueHandoverTest {
    private final List<HandoffRing> rings = List.of(new HandoffRing(64), new HandoffRing(64));
    private final WorkerGenerations generations = new WorkerGenerations(2);

    @AfterEach
    void free() {
        generations.close();
    }

    private void poll(int worker) {
        rings.get(worker).poll((_, _) -> {}, 64);
    }

    @Test
    void isReleasedWhenAllGoByTheSnapshotAndWhatWasGivenIsSent() {
        var passage = new QueueHandover(0, 1, 5, 0);
        generations.reached(0, 5);
        assertFalse(passage.release(rings, generations, 1), "worker 1 may still give packets to worker 0");
        rings.get(0).offer(1, 7);
        generations.reached(1, 5);
        assertFalse(passage.release(rings, generations, 1), "that one is not sent");
        assertFalse(passage.take(rings));
        poll(0);
        rings.get(1).offer(2, 7);
        assertTrue(passage.release(rings, generations, 1));
        assertFalse(passage.take(rings), "what worker 0 gave to worker 1 comes first");
        poll(1);
        assertTrue(passage.take(rings));
        assertTrue(passage.isDone());
    }

    @Test
    void isNotReleasedBeforeNicsHaveSent() {
        var passage = new QueueHandover(0, 1, 0, 1_000);
        generations.reached(0, 0);
        generations.reached(1, 0);
        assertFalse(passage.release(rings, generations, 999));
        assertTrue(passage.release(rings, generations, 1_000));
    }

    @Test
    void aPollThatMayHaveBegunBeforeTheNicWasToldDrainsNothing() {
        var drain = new QueueDrain(3, 1);
        drain.polled(3, 1, true);
        assertFalse(drain.isEmptied(), "the NIC is not told yet");
        drain.arm();
        drain.polled(3, 0, true);
        drain.polled(2, 1, true);
        drain.polled(3, 1, true);
        assertFalse(drain.isEmptied(), "packets may have come between this poll and the NIC's change");
        drain.polled(3, 1, false);
        assertFalse(drain.isEmptied(), "there was more than one poll takes");
        drain.polled(3, 0, true);
        assertFalse(drain.isEmptied());
        drain.polled(3, 1, true);
        assertTrue(drain.isEmptied());
    }

    /** The memory lives as long as what it holds, whatever else is allocated meanwhile. */
    @Test
    @SuppressWarnings("SystemGc") // the memory would be freed by a collection
    void whatIsHeldStaysWhatItIs() {
        var held = new HeldPackets(new QueueHandover(0, 1, 0, 0));
        for (int i = 0; i < HeldPackets.CAPACITY; i++) {
            assertTrue(held.add(i + 1L));
        }
        assertFalse(held.add(0), "full");
        for (int round = 0; round < 20; round++) {
            System.gc();
            try (Arena arena = Arena.ofConfined()) {
                arena.allocate(8L * HeldPackets.CAPACITY).fill((byte) 0xee);
            }
        }
        for (int i = 0; i < held.count(); i++) {
            assertEquals(i + 1L, held.packet(i));
        }
    }
}
