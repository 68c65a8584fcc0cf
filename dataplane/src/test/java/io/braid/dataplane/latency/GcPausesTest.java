package io.braid.dataplane.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.NotificationEmitter;
import org.junit.jupiter.api.Test;

/** The longest pause of all, and of late. */
class GcPausesTest {
    private static final long BEGIN = System.nanoTime();

    private static long after(long seconds) {
        return BEGIN + TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void theLongestStaysAndOfLateIsForgotten() {
        try (var pauses = new GcPauses()) {
            assertEquals(new GcPauses.Figures(0, 0, 0, 0), pauses.figures(after(1)));
            pauses.add(7, after(2));
            pauses.add(3, after(3));
            assertEquals(new GcPauses.Figures(2, 10, 7, 7), pauses.figures(after(25)));
            pauses.add(4, after(40)); // the next window
            assertEquals(new GcPauses.Figures(3, 14, 7, 7), pauses.figures(after(41)));
            assertEquals(new GcPauses.Figures(3, 14, 7, 4), pauses.figures(after(75)));
            assertEquals(new GcPauses.Figures(3, 14, 7, 0), pauses.figures(after(200)));
        }
    }

    @Test
    void workBesideTheProgramIsNoPause() {
        for (String collector : new String[] {"Copy", "MarkSweepCompact", "G1 Young Generation", "ZGC Minor Pauses"}) {
            assertTrue(GcPauses.stops(collector), collector);
        }
        for (String collector : new String[] {"G1 Concurrent GC", "ZGC Minor Cycles", "ZGC Major Cycles"}) {
            assertFalse(GcPauses.stops(collector), collector);
        }
    }

    @Test
    void aCollectionIsHeardOf() throws Exception {
        var heard = new CountDownLatch(1);
        GcPauses pauses = GcPauses.listen();
        int listening = 0;
        // Told after the listener under test, which was there first, so that nothing is waited for by time.
        for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, _) -> {
                                if (notification
                                        .getType()
                                        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
                                    heard.countDown();
                                }
                            },
                            null,
                            null);
            listening++;
        }
        assertTrue(listening > 0);
        System.gc();
        assertTrue(heard.await(60, TimeUnit.SECONDS), "the JVM tells of a collection");
        assertTrue(pauses.figures().count() > 0, "and was listened to");
        pauses.close();
    }
}
