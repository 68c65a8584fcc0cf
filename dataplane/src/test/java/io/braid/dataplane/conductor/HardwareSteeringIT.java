package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.engine.QueueDrain;
import io.braid.dpdk.Memory;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.RxQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A NIC is told a thousand times to put a task's packets into another queue, which another worker polls, and no packet passes another. The NIC is this test: it sends
 * numbered packets by one ring or the other of a port with two.
 */
class HardwareSteeringIT {
    private static final int CHANGES = 1_000;

    /** The queue that the NIC uses; its sender says which one it goes by. */
    private volatile int rule;

    private volatile int followed;
    private volatile long sent;
    private volatile boolean allSent;
    private final AtomicBoolean running = new AtomicBoolean(true);
    private long received;
    private long late;
    private long last = -1;

    @Test
    @Timeout(120)
    void noPacketPassesAnotherWhileTheNicChangesItsQueue() throws InterruptedException {
        var assignments = new Assignments(2);
        try (var world = new RingWorld(assignments, PortQueues.single(1), false)) {
            world.start(0);
            world.start(1);
            Thread nic = Thread.ofPlatform().start(() -> send(world));
            Thread sink = Thread.ofPlatform().start(() -> receive(world));
            for (int n = 1; n <= CHANGES; n++) {
                change(world, assignments, n);
            }
            running.set(false);
            nic.join();
            allSent = true; // the NIC's last burst may have been under way
            sink.join();
        }
        assertEquals(0, late, "packets that came after a later one");
        assertEquals(sent, received);
        assertTrue(sent > CHANGES, "sent " + sent);
    }

    private void change(RingWorld world, Assignments assignments, int n) {
        int from = rule;
        QueueDrain drain = assignments.pause(world.uplink.near().id(), 1 - from, from, n);
        assertNotNull(drain);
        world.publish(n, assignments);
        while (!world.generations.allReached(n)) {
            LockSupport.parkNanos(20_000);
        }
        rule = 1 - from;
        while (followed != rule) {
            Thread.onSpinWait();
        }
        drain.arm();
        while (assignments.isPassing()) {
            LockSupport.parkNanos(20_000);
        }
    }

    /** The NIC. It sends no faster than packets leave, so that none is lost for want of room. */
    private void send(RingWorld world) {
        try (Arena arena = Arena.ofConfined()) {
            long scratch =
                    arena.allocate(ValueLayout.JAVA_LONG, RingWorld.BURST).address();
            long number = 0;
            while (running.get()) {
                int queue = rule;
                followed = queue;
                if (number - received() > 1_000 || !world.send(queue, number, scratch)) {
                    Thread.onSpinWait();
                    continue;
                }
                number += RingWorld.BURST;
                sent = number;
            }
        }
    }

    private synchronized long received() {
        return received;
    }

    private void receive(RingWorld world) {
        RxQueue queue = world.task.far().rxQueue(0);
        long idleSince = System.nanoTime();
        try (Arena arena = Arena.ofConfined()) {
            long burst = arena.allocate(ValueLayout.JAVA_LONG, 64).address();
            while (!allSent || (received() < sent && System.nanoTime() - idleSince < 2_000_000_000L)) {
                int n = queue.receive(burst, 64);
                for (int i = 0; i < n; i++) {
                    count(RingWorld.number(Memory.getLong(burst + 8L * i)));
                }
                if (n > 0) {
                    PacketPool.free(burst, n);
                    idleSince = System.nanoTime();
                }
            }
        }
    }

    private synchronized void count(long number) {
        received++;
        if (number < last) {
            late++;
        }
        last = Math.max(last, number);
    }
}
