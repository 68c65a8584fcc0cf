package io.braid.dataplane.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records arrive whole and in order, or are refused. */
class RecordRingTest {
    private static final int CAPACITY = 1024;

    private final Arena arena = Arena.ofShared();

    @AfterEach
    void free() {
        arena.close();
    }

    private RecordRing ring() {
        return new RecordRing(arena.allocate(RecordRing.bytes(CAPACITY), 128).address(), CAPACITY);
    }

    @Test
    void nothingIsSeenBeforeItIsPublished() {
        var ring = ring();
        long record = ring.reserve(7, 20);
        assertNotEquals(0, record);
        assertEquals(0, record % 8);
        Memory.putInt(record + RecordRing.HEADER, 42);
        assertEquals(0, ring.peek());
        ring.publish();
        assertEquals(record, ring.peek());
        assertEquals(7, RecordRing.kind(record));
        assertEquals(42, Memory.getInt(record + RecordRing.HEADER));
        ring.release(record);
        assertEquals(0, ring.peek());
    }

    @Test
    void isFullAndHasRoomAgainOnceItIsRead() {
        var ring = ring();
        int taken = 0;
        while (ring.reserve(1, 100) != 0) {
            taken++;
        }
        assertEquals(CAPACITY / 104, taken);
        ring.publish();
        assertEquals(0, ring.reserve(1, 100));
        for (int i = 0; i < taken; i++) {
            ring.release(ring.peek());
        }
        assertNotEquals(0, ring.reserve(1, 100));
        assertEquals(0, ring.reserve(1, CAPACITY + 1), "larger than the ring");
    }

    @Test
    @Timeout(60)
    void twoThreadsPassRecordsOfAllSizes() throws Exception {
        var ring = ring();
        int records = 50_000;
        var writer = new Thread(() -> {
            var random = new Random(5);
            for (int i = 0; i < records; ) {
                int size = RecordRing.HEADER + 9 + random.nextInt(200);
                long record = ring.reserve(1 + i % 3, size);
                while (record == 0) {
                    ring.publish();
                    LockSupport.parkNanos(1000);
                    record = ring.reserve(1 + i % 3, size);
                }
                Memory.putInt(record + 8, i);
                Memory.putInt(record + 12, size);
                Memory.putByte(record + size - 1, i);
                i++;
                if (random.nextInt(4) == 0) {
                    ring.publish();
                }
            }
            ring.publish();
        });
        writer.start();
        for (int i = 0; i < records; i++) {
            long record = ring.peek();
            while (record == 0) {
                LockSupport.parkNanos(1000);
                record = ring.peek();
            }
            assertEquals(1 + i % 3, RecordRing.kind(record));
            assertEquals(i, Memory.getInt(record + 8));
            assertEquals(i & 0xff, Memory.getByte(record + Memory.getInt(record + 12) - 1));
            ring.release(record);
        }
        writer.join(TimeUnit.SECONDS.toMillis(10));
        assertTrue(!writer.isAlive());
        assertEquals(0, ring.peek());
    }
}
