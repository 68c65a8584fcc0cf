package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class DistinctErrorsTest {
    private final AtomicLong seconds = new AtomicLong();
    private final DistinctErrors errors = new DistinctErrors(() -> Instant.ofEpochSecond(seconds.incrementAndGet()));

    @Test
    void aRepeatedFaultIsKeptOnceWithItsTimesAndCount() {
        for (int i = 1; i <= 3; i++) {
            assertEquals(i == 1, errors.record(fault("packet at " + i)));
        }
        assertTrue(errors.record(new IllegalStateException("elsewhere")));
        assertEquals(2, errors.entries().size());
        DistinctErrors.Entry entry = errors.entries().getFirst();
        assertEquals(3, entry.count());
        assertEquals("java.lang.IllegalStateException: packet at 1", entry.error());
        assertEquals("packet at 3", entry.lastMessage());
        assertEquals(Instant.ofEpochSecond(1), entry.first());
        assertEquals(Instant.ofEpochSecond(3), entry.last());
        assertTrue(entry.stackTrace().contains("DistinctErrorsTest.fault"), entry.stackTrace());
        assertEquals(4, errors.total());
    }

    @Test
    void aDifferentCauseIsADifferentFault() {
        for (Throwable cause : new Throwable[] {new RuntimeException(), new Error()}) {
            assertTrue(errors.record(withCause(cause)));
        }
        assertEquals(2, errors.entries().size());
    }

    @Test
    void memoryIsBounded() {
        for (int i = 0; i < DistinctErrors.CAPACITY + 10; i++) {
            RuntimeException error = new RuntimeException();
            error.setStackTrace(new StackTraceElement[] {new StackTraceElement("C", "m", "C.java", i)});
            assertEquals(i < DistinctErrors.CAPACITY, errors.record(error));
        }
        assertEquals(DistinctErrors.CAPACITY, errors.entries().size());
        assertEquals(10, errors.notKept());
        assertEquals(DistinctErrors.CAPACITY + 10, errors.total());
    }

    @Test
    void exceptionsWithoutTraceOrMessageAreTaken() {
        NullPointerException bare = new NullPointerException();
        bare.setStackTrace(new StackTraceElement[0]);
        assertTrue(errors.record(bare));
        assertFalse(errors.record(bare));
        assertEquals("", errors.entries().getFirst().lastMessage());
    }

    private static Throwable fault(String message) {
        return new IllegalStateException(message);
    }

    private static Throwable withCause(Throwable cause) {
        return new IllegalStateException(cause);
    }
}
