package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.perf.lab.DpdkTask;
import io.braid.perf.lab.EchoConnections;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.SwitchTable;
import io.braid.perf.report.Check;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Braid is stopped, and killed, under the connections of a task whose port is vhost-user: they go on soon after it is back. */
final class RestartPart {
    private static final int TASK = 3;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final double TARGET = 2000;
    private static final int DRAIN_MILLIS = 300;

    private RestartPart() {}

    static void run(Scene scene, Findings findings, int repetitions) throws InterruptedException {
        findings.say("restarts of Braid under a vhost-user task ...");
        LabPlan plan = scene.plan();
        AttachResult port = scene.attach(TASK, AttachRequest.KIND_VHOST_USER);
        DpdkTask application = DpdkTask.prepare(scene.lab(), TASK, port);
        application.start();
        List<Double> millis = new ArrayList<>();
        String connections = "all went on";
        try {
            awaitRoute(scene);
            try (var packets = new FirstPacket(plan.task(TASK), plan.storage(), plan.storageAddress(Family.V4))) {
                packets.await(LIMIT); // so that the application is up
                try (var open = new EchoConnections(plan, TASK)) {
                    restarts(scene, packets, open, repetitions, millis);
                }
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) { // a connection that ended, or opened not: that is what is looked for
            connections = e.toString();
        } finally {
            application.stop();
            plan.task(TASK).ip("link del task0");
            scene.detach(TASK);
        }
        findings.add(new Check(
                "restart_connections",
                millis.size() == repetitions && connections.equals("all went on"),
                "TCP connections, IPv4 and IPv6, opened from either side, live through " + repetitions
                        + " restarts after SIGTERM and SIGKILL in turn",
                connections));
        if (!millis.isEmpty()) {
            findings.add("restart_resumed", "a new Braid answers -> the task's packets at the storage", millis, TARGET);
        }
    }

    private static void restarts(
            Scene scene, FirstPacket packets, EchoConnections open, int repetitions, List<Double> millis)
            throws IOException, InterruptedException {
        open.check();
        for (int n = 0; n < repetitions; n++) {
            end(scene, n % 2 == 0);
            Thread.sleep(DRAIN_MILLIS); // what was under way when it ended has arrived
            packets.mark();
            scene.braid().launch();
            long ready = System.nanoTime();
            // One that had come before Braid answered on its socket was not late.
            millis.add(Math.max(0, (packets.await(LIMIT) - ready) / 1e6));
            open.check();
            scene.braid().awaitForwarding();
        }
    }

    private static void awaitRoute(Scene scene) throws InterruptedException {
        try (var table = new SwitchTable(scene.lab())) {
            table.await(scene.ips(TASK), true, LIMIT);
        }
    }

    private static void end(Scene scene, boolean gently) throws InterruptedException {
        if (gently) {
            int code = scene.braid().stop();
            if (code != 0) {
                throw new LabException(
                        "braid ended with " + code + ":\n" + scene.braid().tail());
            }
        } else {
            scene.braid().kill();
        }
    }
}
