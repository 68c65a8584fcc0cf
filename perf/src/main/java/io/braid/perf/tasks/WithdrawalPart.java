package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachRequest;
import io.braid.perf.lab.OwnerProcess;
import io.braid.perf.lab.Scheduler;
import io.braid.perf.lab.SwitchTable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * How soon the switch's own table has no route to a task any more whose grant ended, whose key was taken away, whose device is down, which is not ready, or whose owner was
 * killed; and that the route is back when the cause is gone.
 */
final class WithdrawalPart {
    private static final int TASK = 1;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** What happens at an instant that Braid knows beforehand, or is told. */
    private static final double AT_ONCE = 250;
    /** What Braid has to see by itself. */
    private static final double SEEN = 500;
    /** Key files are read twice a second. */
    private static final double READ = 1000;

    private final Scene scene;
    private final Findings findings;
    private final int repetitions;
    private final List<String> ips;

    private WithdrawalPart(Scene scene, Findings findings, int repetitions) {
        this.scene = scene;
        this.findings = findings;
        this.repetitions = repetitions;
        this.ips = scene.ips(TASK);
    }

    /** What happens, and when it did: {@link System#nanoTime()}. */
    @FunctionalInterface
    private interface Cause {
        long make() throws InterruptedException;
    }

    @FunctionalInterface
    private interface Cure {
        void make() throws InterruptedException;
    }

    static void run(Scene scene, Findings findings, int repetitions) throws InterruptedException {
        new WithdrawalPart(scene, findings, repetitions).run();
    }

    private void run() throws InterruptedException {
        findings.say("grants, ports and owners that end ...");
        Path own = Path.of(
                String.valueOf(scene.attach(TASK, AttachRequest.KIND_TAP).api()));
        String name = scene.plan().taskName(TASK);
        try (var table = new SwitchTable(scene.lab())) {
            table.await(ips, true, LIMIT);
            measure(
                    table,
                    "withdrawn_expired",
                    "a grant ends -> no route in FRR's table",
                    AT_ONCE,
                    this::expiry,
                    this::renew);
            measure(
                    table,
                    "withdrawn_revoked",
                    "a grant's key is taken away -> no route",
                    READ,
                    this::revocation,
                    () -> {
                        Scheduler.publish(scene.keys(), List.of(scene.scheduler()));
                        renew();
                    });
            measure(
                    table,
                    "withdrawn_port",
                    "a task's device goes down -> no route",
                    SEEN,
                    () -> {
                        long now = System.nanoTime();
                        scene.plan().task(TASK).ip("link set task0 down");
                        return now;
                    },
                    this::deviceUp);
            measure(
                    table,
                    "withdrawn_not_ready",
                    "a task says that it is not ready -> no route",
                    AT_ONCE,
                    () -> {
                        long now = System.nanoTime();
                        RawHttp.exchange(own, RawHttp.request("POST", "/v1/not-ready"));
                        return now;
                    },
                    () -> RawHttp.exchange(own, RawHttp.request("POST", "/v1/ready")));
            ownerKilled(table, name);
        }
        scene.detach(TASK);
    }

    private void measure(SwitchTable table, String key, String what, double target, Cause cause, Cure cure)
            throws InterruptedException {
        List<Double> millis = new ArrayList<>();
        for (int n = 0; n < repetitions; n++) {
            long begun = cause.make();
            millis.add((table.await(ips, false, LIMIT) - begun) / 1e6);
            cure.make();
            table.await(ips, true, LIMIT);
        }
        findings.add(key, what, millis, target);
    }

    private void renew() {
        scene.braid().client().renew(scene.plan().taskName(TASK), scene.grant(TASK));
    }

    /** A grant that ends at the next whole second but one. */
    private long expiry() throws InterruptedException {
        Instant end = Instant.ofEpochSecond(Instant.now().getEpochSecond() + 2);
        String name = scene.plan().taskName(TASK);
        scene.braid().client().renew(name, scene.scheduler().grantUntil(name, scene.host(), ips, end));
        long wait = Duration.between(Instant.now(), end).toNanos();
        long at = System.nanoTime() + wait;
        Thread.sleep(Math.max(0, wait / 1_000_000));
        return at;
    }

    /** The file then has another key. */
    private long revocation() {
        long now = System.nanoTime();
        Scheduler.publish(scene.keys(), List.of(new Scheduler()));
        return now;
    }

    /** The kernel forgets routes of a device that goes down. */
    private void deviceUp() throws InterruptedException {
        scene.plan().task(TASK).ip("link set task0 up");
    }

    private void ownerKilled(SwitchTable table, String name) throws InterruptedException {
        List<Double> millis = new ArrayList<>();
        for (int n = 0; n < repetitions; n++) {
            try (var owner = new OwnerProcess(scene.lab(), scene.braid().socket(), name, n)) {
                owner.take();
                owner.awaitHeld();
                table.await(ips, true, LIMIT);
                long killed = System.nanoTime();
                owner.kill();
                millis.add((table.await(ips, false, LIMIT) - killed) / 1e6);
            }
            scene.braid().client().announced(name, true);
            table.await(ips, true, LIMIT);
        }
        findings.add(
                "withdrawn_owner_killed",
                "the process that holds a task's lease is killed -> no route",
                millis,
                AT_ONCE);
    }
}
