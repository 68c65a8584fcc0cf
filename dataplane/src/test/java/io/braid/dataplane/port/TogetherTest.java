package io.braid.dataplane.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TogetherTest {
    @Test
    @Timeout(60)
    void allRunAtTheSameTime() {
        var met = new CountDownLatch(3);
        Runnable meet = () -> {
            met.countDown();
            await(met);
        };
        Together.run(List.of(meet, meet, meet));
        assertEquals(0, met.getCount());
    }

    @Test
    void othersEndThoughSomeFail() {
        var ended = new AtomicInteger();
        var failure = assertThrows(
                IllegalStateException.class,
                () -> Together.run(List.of(
                        () -> {
                            throw new IllegalStateException("one");
                        },
                        ended::incrementAndGet,
                        () -> {
                            throw new IllegalStateException("two");
                        })));
        assertEquals(1, ended.get());
        assertEquals(1, failure.getSuppressed().length);
    }

    @Test
    void anInterruptedCallerStaysInterrupted() {
        var ended = new AtomicInteger();
        Thread.currentThread().interrupt();
        Together.run(List.of(ended::incrementAndGet));
        assertEquals(1, ended.get());
        assertTrue(Thread.interrupted());
    }

    @Test
    void nothingIsDoneAtOnce() {
        Together.run(List.of());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
