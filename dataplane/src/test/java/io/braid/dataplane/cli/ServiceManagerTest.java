package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.StatusReport;
import io.braid.linux.LinuxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServiceManagerTest {
    private static final long PID = 7;

    private final List<String> told = new ArrayList<>();

    private ServiceManager manager(Map<String, String> environment) {
        return ServiceManager.of(environment, PID, Optional.of(told::add));
    }

    private static List<StatusReport.Worker> workers(long first, long second) {
        return List.of(
                new StatusReport.Worker("worker-0", 1, 0, first, 0, 0, 0, 0),
                new StatusReport.Worker("worker-1", 2, 0, second, 0, 0, 0, 0));
    }

    @Test
    void isToldOfTheStartAndTheEnd() {
        ServiceManager manager = manager(Map.of());
        manager.ready();
        manager.stopping();
        assertEquals(List.of("READY=1\nSTATUS=forwarding", "STOPPING=1\nSTATUS=stopping"), told);
    }

    @Test
    void whereThereIsNoneNothingIsDone() {
        ServiceManager none = ServiceManager.of(Map.of(), PID);
        none.ready();
        none.watch(() -> workers(0, 0)).close();
        ServiceManager unusable = ServiceManager.of(Map.of("NOTIFY_SOCKET", "vsock:1:2", "WATCHDOG_USEC", "1"), PID);
        unusable.ready();
        unusable.watch(() -> workers(0, 0)).close();
    }

    @Test
    void aManagerThatHasGoneIsNoFaultOfTheDataplane() {
        ServiceManager manager = ServiceManager.of(Map.of(), PID, Optional.of(_ -> {
            throw new LinuxException("sendto", 2);
        }));
        manager.ready();
        assertTrue(manager.watch(() -> workers(0, 0)).look());
    }

    @Test
    void theWatchdogIsFedWhileAllWorkersGoOn() {
        var now = new ArrayList<>(workers(10, 20));
        Watchdog watchdog = new Watchdog(Optional.empty(), () -> now, () -> told.add("alive"));
        watchdog.look();
        assertEquals(1, told.size(), "nothing is known yet that speaks against it");
        now.clear();
        now.addAll(workers(11, 21));
        watchdog.look();
        assertEquals(2, told.size());
        now.clear();
        now.addAll(workers(12, 21));
        watchdog.look();
        assertEquals(2, told.size(), "worker-1 is stuck");
        now.clear();
        now.addAll(workers(13, 22));
        watchdog.look();
        assertEquals(3, told.size(), "it goes on");
    }

    @Test
    void aLookThatFailsDoesNotFeedAndIsRepeated() {
        Watchdog watchdog = new Watchdog(
                Optional.empty(),
                () -> {
                    throw new IllegalStateException("for the test");
                },
                () -> told.add("alive"));
        assertTrue(watchdog.look());
        assertEquals(List.of(), told);
    }

    @Test
    void nobodyLooksOnceItIsClosed() {
        Watchdog watchdog = new Watchdog(Optional.empty(), () -> workers(1, 1), () -> told.add("alive"));
        watchdog.close();
        assertFalse(watchdog.look());
        assertEquals(List.of(), told);
    }

    @Test
    void itIsFedByItselfTwiceWithinItsLimit() throws InterruptedException {
        var fed = new CountDownLatch(3);
        var cycles = new long[1];
        ServiceManager manager =
                ServiceManager.of(Map.of("WATCHDOG_USEC", "20000", "WATCHDOG_PID", "7"), PID, Optional.of(message -> {
                    assertEquals("WATCHDOG=1", message);
                    fed.countDown();
                }));
        try (Watchdog _ = manager.watch(() -> workers(++cycles[0], cycles[0]))) {
            assertTrue(fed.await(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void thatOfAnotherProcessIsLeftAlone() throws InterruptedException {
        for (Map<String, String> environment : List.of(
                Map.of("WATCHDOG_USEC", "2000", "WATCHDOG_PID", "8"),
                Map.of("WATCHDOG_USEC", "0"),
                Map.of("WATCHDOG_USEC", "soon"),
                Map.<String, String>of())) {
            try (Watchdog _ = manager(environment).watch(() -> workers(1, 1))) {
                Thread.sleep(20);
            }
        }
        assertEquals(List.of(), told);
    }
}
