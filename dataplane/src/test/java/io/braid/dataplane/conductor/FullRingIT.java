package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker whose packets are for another one that takes none, with {@code numa.full-ring: wait}. */
class FullRingIT {
    @Test
    @Timeout(60)
    void aWorkerThatWaitsLeavesInTheNicWhatItCannotHandOver() throws InterruptedException {
        var assignments = new Assignments(2);
        try (var world = new RingWorld(assignments, PortQueues.single(1), true)) {
            world.start(0); // worker 1, which sends to the task, does not run
            Counters counters = world.workers.get(0).counters();
            int port = world.uplink.near().id();
            long sent = 0;
            // As many as the ring to worker 1 holds, and a thousand more, which the NIC's own holds.
            for (; sent < RingWorld.RING + 1024; sent += RingWorld.BURST) {
                assertTrue(world.send(0, sent));
                long wanted = Math.min(sent + RingWorld.BURST, RingWorld.RING - 64);
                for (int tries = 0; tries < 2_000 && counters.get(port, Counters.RX_PACKETS) < wanted; tries++) {
                    Thread.sleep(1);
                }
            }
            Thread.sleep(50);
            long received = counters.get(port, Counters.RX_PACKETS);
            assertTrue(received > RingWorld.RING - 128 && received <= RingWorld.RING, "received " + received);
            assertEquals(received, world.shared.rings().get(1).size(), "all of it waits for worker 1");
            assertEquals(0, counters.get(world.task.near().id(), Reason.HANDOFF_RING_FULL));
            world.start(1);
            awaitReceived(counters, port, sent);
            world.stop();
            assertEquals(0, counters.get(world.task.near().id(), Reason.HANDOFF_RING_FULL));
        }
    }

    private static void awaitReceived(Counters counters, int port, long wanted) throws InterruptedException {
        for (int tries = 0; tries < 5_000 && counters.get(port, Counters.RX_PACKETS) < wanted; tries++) {
            Thread.sleep(1);
        }
        assertEquals(wanted, counters.get(port, Counters.RX_PACKETS), "the rest, when there is room again");
    }
}
