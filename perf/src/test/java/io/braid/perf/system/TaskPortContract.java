package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.EchoConnections;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Ping;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import io.braid.perf.lab.TransferResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

/**
 * What a task's port does, whatever is behind it. Task 1 has the port in question; task 2, a tap, must notice nothing of what becomes of the first. The uplinks carry 9000 bytes.
 *
 * <p>A subclass says for its kind how the container's side comes to be and goes.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(value = 300, unit = TimeUnit.SECONDS)
abstract class TaskPortContract {
    static final int TASK = 1;
    static final int BYSTANDER = 2;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** What the first few make stays: threads of the JVM, sockets of the driver. */
    private static final int FIRST_CYCLES = 10;

    private static final int CYCLES = 40;

    @SuppressWarnings("NullAway.Init") // set before any test
    Rig rig;

    /** What could leak. */
    private record Held(int files, int threads, int buffers) {}

    /** The port's kind. */
    abstract String kind();

    /** The largest packet that goes to the container and back, in bytes. */
    abstract int mtu();

    /** How often Braid ends and comes again. */
    abstract int restarts();

    /** Brings up the container's side of a port that is attached. */
    void begin(AttachResult port) throws InterruptedException {}

    /** Takes it down before the port is detached. */
    void end() throws InterruptedException {}

    @BeforeAll
    void start() throws InterruptedException {
        rig = Rig.start(new LabPlan(Lab.newTag(), 2, 2, Lab.DEFAULT_RATE, 9000), yaml -> yaml);
        rig.braid().attach(BYSTANDER, 1500);
        attach();
    }

    @AfterAll
    void finish() throws InterruptedException {
        detach();
        Rig.end(rig);
    }

    AttachResult attach() throws InterruptedException {
        AttachResult port = rig.braid().attach(TASK, kind(), mtu());
        begin(port);
        rig.assertReachesStorage(TASK);
        return port;
    }

    void detach() throws InterruptedException {
        end();
        rig.braid().detach(TASK);
    }

    @Test
    void theStatusSaysWhatItIs() throws InterruptedException {
        StatusReport.Task task = rig.task(TASK);
        assertEquals(kind(), task.kind());
        assertEquals(mtu(), task.mtu());
        assertTrue(task.connected());
        assertEquals(
                List.of(rig.plan().taskAddress(TASK, Family.V4), rig.plan().taskAddress(TASK, Family.V6)), task.ips());
        assertTrue(task.rx().packets() > 0 && task.tx().packets() > 0, task.toString());
        var twice = assertThrows(ControlException.class, () -> rig.braid().attach(TASK, kind(), null));
        assertTrue(twice.explanation().contains("is attached already"), twice.explanation());
    }

    @Test
    void tcpOfBothFamiliesGoesBothWays() throws InterruptedException {
        List<Transfer> transfers = new ArrayList<>();
        for (boolean inbound : new boolean[] {false, true}) {
            for (Family family : Family.values()) {
                transfers.add(new Transfer(TASK, family, inbound, Protocol.TCP, 2_000_000, 4, 3));
            }
        }
        Rig.assertNothingLost(Traffic.run(rig.lab(), transfers));
        rig.assertPings(rig.plan().storage(), rig.plan().taskAddress(TASK, Family.V6));
        rig.awaitBalance();
    }

    @Test
    void packetsOfTheMtuPassAndLargerOnesAreReported() throws InterruptedException {
        for (Family family : Family.values()) {
            int headers = family == Family.V4 ? 28 : 48;
            String address = rig.plan().taskAddress(TASK, family);
            String fits = ping(address, mtu() - headers);
            assertTrue(fits.contains(" 3 received"), fits);
            if (mtu() < 9000) {
                String large = ping(address, mtu() + 4 - headers);
                assertTrue(large.contains("mtu = " + mtu()) || large.contains("mtu=" + mtu()), large);
            }
        }
        rig.awaitBalance();
    }

    private String ping(String address, int bytes) throws InterruptedException {
        var command = List.of("ping", "-n", "-i", "0.1", "-W", "2", "-c", "3", "-M", "do", "-s", "" + bytes, address);
        Command.Output output = Command.execute(rig.plan().storage().wrap(command), "", Duration.ofSeconds(15));
        return output.out() + output.err();
    }

    @Test
    void detachingUnderTrafficHurtsNobodyElseAndGivesAllBuffersBack() throws InterruptedException {
        long inUse = rig.awaitBalance().mempool().inUse();
        var others = Traffic.start(
                rig.lab(),
                List.of(
                        new Transfer(BYSTANDER, Family.V4, false, Protocol.UDP, 500_000, 2, 10),
                        new Transfer(BYSTANDER, Family.V6, true, Protocol.UDP, 500_000, 2, 10)));
        for (int n = 0; n < 3; n++) {
            try (var flood = new Flood(rig.plan(), TASK)) {
                flood.awaitSent(2_000);
                end();
                rig.braid().detach(TASK);
                flood.awaitSent(2_000);
            }
            assertEquals(List.of("lo"), Rig.interfaces(rig.plan().task(TASK)));
            attach();
        }
        List<TransferResult> results = others.await();
        Rig.assertNothingLost(results);
        for (TransferResult result : results) {
            assertEquals(0, result.lostDatagrams(), "lost while another task came and went: " + result);
        }
        // What an application's port holds is more or less as it was.
        rig.await("buffers back", LIMIT, status -> status.mempool().inUse() <= inUse + 64);
        rig.awaitBalance();
    }

    @Test
    void aContainerThatVanishesHurtsNobodyAndCanComeBack() throws InterruptedException {
        LabPlan plan = rig.plan();
        vanish();
        // Packets for it keep coming while its end is gone; the kernel takes a moment to take it down.
        rig.awaitSilence(plan.storage(), plan.taskAddress(TASK, Family.V4));
        for (Family family : Family.values()) {
            assertEquals(
                    0,
                    Ping.run(plan.storage(), plan.taskAddress(TASK, family), 5).received());
        }
        rig.assertReachesStorage(BYSTANDER);
        rig.braid().detach(TASK);
        var refused = assertThrows(ControlException.class, () -> rig.braid().attach(TASK, kind(), null));
        assertTrue(refused.explanation().contains("no network namespace"), refused.explanation());
        Command.run(List.of("ip", "netns", "add", plan.task(TASK).name()));
        attach();
        rig.awaitBalance();
    }

    /** The container ends, and its namespace with it. */
    void vanish() throws InterruptedException {
        Command.run(List.of("ip", "netns", "delete", rig.plan().task(TASK).name()));
    }

    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void connectionsLiveThroughTheDataplanesRestarts() throws Exception {
        try (var connections = new EchoConnections(rig.plan(), TASK)) {
            connections.check();
            for (int n = 0; n < restarts(); n++) {
                if (n % 2 == 0) {
                    assertEquals(0, rig.braid().stop(), rig.braid().tail());
                } else {
                    rig.braid().kill();
                }
                rig.braid().start();
                connections.check();
            }
        }
        rig.awaitBalance();
    }

    @Test
    void comingAndGoingLeavesNothingBehind() throws Exception {
        detach();
        Held before = null;
        for (int n = 0; n < CYCLES; n++) {
            if (n == FIRST_CYCLES) {
                before = held();
            }
            rig.braid().attach(TASK, kind(), null);
            rig.braid().detach(TASK);
        }
        Held after = held();
        assertTrue(before != null && after.files() <= before.files() + 4, before + " " + after);
        assertTrue(after.threads() <= before.threads() + 4, before + " " + after);
        assertTrue(after.buffers() <= before.buffers() + 256, before + " " + after);
        assertEquals(List.of("lo"), Rig.interfaces(rig.plan().task(TASK)));
        Path directories = rig.braid().socket().resolveSibling("tasks");
        assertFalse(Files.exists(directories.resolve(rig.plan().taskName(TASK))), "a directory is left");
        rig.assertReachesStorage(BYSTANDER);
        rig.awaitBalance();
        attach();
    }

    private Held held() throws IOException {
        Path process = Path.of("/proc", Long.toString(rig.braid().pid()));
        return new Held(count(process.resolve("fd")), count(process.resolve("task")), (int)
                rig.status().mempool().inUse());
    }

    private static int count(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return (int) entries.count();
        }
    }
}
