package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlException;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Ping;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import io.braid.perf.lab.TransferResult;
import io.braid.perf.lab.UplinkMeter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks' traffic over four uplinks, and tasks that come and go while others are busy. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TaskTrafficIT {
    private static final int CYCLES = 20;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(3);
        rig.braid().attach(1);
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    @Test
    void tcpAndUdpOfBothFamiliesFlowBothWaysOverAllUplinks() throws InterruptedException {
        rig.braid().attach(2);
        try (var meter = new UplinkMeter(rig.plan())) {
            List<Transfer> transfers = new ArrayList<>();
            for (boolean inbound : new boolean[] {false, true}) {
                for (int task = 1; task <= 2; task++) {
                    for (Family family : Family.values()) {
                        transfers.add(Transfer.tcp(task, family, inbound, 8, 4));
                        transfers.add(new Transfer(task, family, inbound, Protocol.UDP, 500_000, 4, 4));
                    }
                }
            }
            var traffic = Traffic.start(rig.lab(), transfers);
            var results = traffic.await();
            Rig.assertNothingLost(results);
            for (TransferResult result : results) {
                assertTrue(result.receivedBitsPerSecond() > 100_000, result.toString());
                assertEquals(0, result.lateDatagrams(), "datagrams overtaken: " + result);
            }
            long from = traffic.startNanos() + TimeUnit.MILLISECONDS.toNanos(1000);
            var window = meter.window(from, from + TimeUnit.SECONDS.toNanos(2));
            for (List<Double> shares : List.of(window.outShares(), window.inShares())) {
                for (double share : shares) {
                    assertTrue(share > 0.05, "an uplink is hardly used: " + shares);
                }
            }
        } finally {
            rig.braid().detach(2);
        }
        rig.awaitBalance();
    }

    @Test
    void attachingAndDetachingLeavesOtherTasksAndBuffersAlone() throws InterruptedException {
        LabPlan plan = rig.plan();
        rig.assertReachesStorage(1);
        rig.braid().attach(2);
        rig.assertReachesStorage(2);
        rig.braid().detach(2);
        rig.awaitBalance();
        long inUse = rig.status().mempool().inUse();

        var traffic = Traffic.start(
                rig.lab(),
                List.of(
                        new Transfer(1, Family.V4, false, Protocol.UDP, 500_000, 2, 15),
                        new Transfer(1, Family.V6, true, Protocol.UDP, 500_000, 2, 15)));
        for (int i = 0; i < CYCLES; i++) {
            rig.braid().attach(2);
            if (i % 5 == 0) {
                rig.assertReachesStorage(2);
            }
            rig.braid().detach(2);
            assertEquals(List.of("lo"), Rig.interfaces(plan.task(2)), "after cycle " + i);
        }
        var results = traffic.await();
        Rig.assertNothingLost(results);
        for (TransferResult result : results) {
            assertEquals(0, result.lostDatagrams(), "lost while another task came and went: " + result);
        }

        for (Family family : Family.values()) {
            assertEquals(
                    0, Ping.run(plan.storage(), plan.taskAddress(2, family), 2).received());
        }
        var status = rig.await("buffers back", LIMIT, s -> s.mempool().inUse() <= inUse);
        assertEquals(1, status.tasks().size());
        assertTrue(
                status.drops().getOrDefault("no_such_destination", 0L) >= 4,
                status.drops().toString());
        rig.awaitBalance();
    }

    @Test
    void containerThatVanishedCanBeDetachedAndComeBack() throws InterruptedException {
        LabPlan plan = rig.plan();
        rig.braid().attach(3);
        rig.assertReachesStorage(3);
        Command.run(List.of("ip", "netns", "delete", plan.task(3).name()));
        // Packets for it keep coming while its tap is gone; the kernel takes a moment to take it down.
        rig.awaitSilence(plan.storage(), plan.taskAddress(3, Family.V4));
        for (Family family : Family.values()) {
            assertEquals(
                    0, Ping.run(plan.storage(), plan.taskAddress(3, family), 5).received());
        }
        rig.assertReachesStorage(1);
        rig.braid().detach(3);
        var refused = assertThrows(ControlException.class, () -> rig.braid().attach(3));
        assertTrue(refused.explanation().contains("no network namespace"), refused.explanation());
        Command.run(List.of("ip", "netns", "add", plan.task(3).name()));
        assertTrue(Files.exists(Path.of(plan.task(3).path())));
        rig.braid().attach(3);
        rig.assertReachesStorage(3);
        rig.braid().detach(3);
        assertFalse(rig.status().tasks().stream().anyMatch(task -> task.task().equals(plan.taskName(3))));
        rig.awaitBalance();
    }
}
