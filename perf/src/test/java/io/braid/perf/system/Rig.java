package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.Ping;
import io.braid.perf.lab.Routing;
import io.braid.perf.lab.TransferResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A lab with Braid running in it, and what every test has to hold at its end. */
final class Rig implements AutoCloseable {
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(20);
    private static final int POLL_MILLIS = 20;
    private static final int PING_TRIES = 3;

    private final Lab lab;
    private final BraidHost braid;

    private Rig(Lab lab, BraidHost braid) {
        this.lab = lab;
        this.braid = braid;
    }

    /** Four uplinks of the lab's usual rate. */
    static Rig start(int tasks) throws InterruptedException {
        return start(plan(4, tasks), UnaryOperator.identity());
    }

    static LabPlan plan(int uplinks, int tasks) {
        return new LabPlan(Lab.newTag(), uplinks, tasks, Lab.DEFAULT_RATE, 1500);
    }

    /** Builds the lab and starts Braid with its configuration as {@code yaml} changes it; tasks are the caller's to attach. */
    static Rig start(LabPlan plan, UnaryOperator<String> yaml) throws InterruptedException {
        return start(plan, yaml, List.of());
    }

    /** The same with further arguments of {@code braid run}. */
    static Rig start(LabPlan plan, UnaryOperator<String> yaml, List<String> arguments) throws InterruptedException {
        // Most tests count packets on uplinks: no session's are to be among them. BgpLabIT has the announcements.
        return start(plan, Routing.STATIC, yaml, arguments);
    }

    /** The same with a switch that learns of tasks in a way of one's choice. */
    static Rig start(LabPlan plan, Routing routing, UnaryOperator<String> yaml, List<String> arguments)
            throws InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces and DPDK need root");
        Lab lab = Lab.create(plan, routing);
        try {
            var braid = new BraidHost(lab, yaml, arguments);
            braid.start();
            return new Rig(lab, braid);
        } catch (Throwable t) {
            lab.close();
            throw t;
        }
    }

    /** What a test class does last, with the rig it made if it made one. */
    static void end(@Nullable Rig rig) throws InterruptedException {
        if (rig != null) {
            try (rig) {
                rig.endWell();
            }
        }
    }

    Lab lab() {
        return lab;
    }

    LabPlan plan() {
        return lab.plan();
    }

    BraidHost braid() {
        return braid;
    }

    StatusReport status() {
        return braid.status();
    }

    StatusReport.Task task(int number) {
        String name = plan().taskName(number);
        return status().tasks().stream()
                .filter(task -> task.task().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not attached"));
    }

    /** How many packets a task's port dropped for a reason. */
    long taskDrops(int number, String reason) {
        return task(number).drops().getOrDefault(reason, 0L);
    }

    /** The status once {@code wanted} holds of it. */
    StatusReport await(String what, Duration limit, Predicate<StatusReport> wanted) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            StatusReport status = status();
            if (wanted.test(status)) {
                return status;
            }
            if (System.nanoTime() > end) {
                throw new AssertionError(
                        "not within " + limit + ": " + what + "; status: " + status + "\n" + braid.tail());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** The status once every packet is accounted for, which needs a moment in which no worker is counting. */
    StatusReport awaitBalance() throws InterruptedException {
        return await(
                "every packet accounted for",
                SETTLE_LIMIT,
                status -> status.invariant().balanced());
    }

    /** Four echo requests in a row are answered, on a machine that may be too busy to answer in time now and then. */
    void assertPings(Netns from, String address) throws InterruptedException {
        // The first may wait for neighbors to be resolved along the way.
        assertTrue(Ping.until(from, address, SETTLE_LIMIT), from.name() + " never reached " + address);
        List<Ping.Result> results = new ArrayList<>();
        do {
            results.add(Ping.run(from, address, 4));
        } while (!results.getLast().allAnswered() && results.size() < PING_TRIES);
        assertTrue(results.getLast().allAnswered(), from.name() + " to " + address + ": " + results);
    }

    /** Waits until an address answers no more. */
    void awaitSilence(Netns from, String address) throws InterruptedException {
        long end = System.nanoTime() + SETTLE_LIMIT.toNanos();
        while (Ping.run(from, address, 1).received() > 0) {
            assertTrue(System.nanoTime() < end, address + " still answers " + from.name());
        }
    }

    void assertReachesStorage(int task) throws InterruptedException {
        for (Family family : Family.values()) {
            assertPings(plan().task(task), plan().storageAddress(family));
        }
    }

    static void assertNothingLost(List<TransferResult> results) {
        assertEquals(List.of(), TransferResult.problems(results));
    }

    /** Names of the interfaces in a namespace. */
    static List<String> interfaces(Netns netns) throws InterruptedException {
        return netns.run("ip", "-br", "link")
                .lines()
                .map(line -> line.split("[ @]", 2)[0])
                .toList();
    }

    /**
     * Every packet is accounted for, no burst met a defect, and the process ends by SIGTERM with exit code 0, which it only does when all packet buffers came
     * back, leaving no interface and no socket.
     */
    void endWell() throws InterruptedException {
        StatusReport status = awaitBalance();
        for (StatusReport.Worker worker : status.workers()) {
            assertEquals(0, worker.errors(), worker + "\n" + braid.tail());
        }
        assertFalse(status.drops().containsKey("internal_error"), status.drops().toString());
        int code = braid.stop();
        assertEquals(0, code, braid.tail());
        assertNothingLeft();
    }

    /** No tap of the process is left, and no socket. */
    void assertNothingLeft() throws InterruptedException {
        for (String name : interfaces(plan().host())) {
            assertTrue(name.equals("lo") || name.startsWith("up"), "left in the host: " + name);
        }
        for (int task = 1; task <= plan().tasks(); task++) {
            try {
                assertEquals(List.of("lo"), interfaces(plan().task(task)), "left in " + plan().taskName(task));
            } catch (LabException namespaceGone) {
                assertFalse(Files.exists(Path.of(plan().task(task).path())), namespaceGone.getMessage());
            }
        }
        assertFalse(Files.exists(braid.socket()), "the control socket is still there");
    }

    @Override
    public void close() {
        lab.close();
    }
}
