package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.SecondHost;
import io.braid.perf.lab.SwitchTable;
import io.braid.perf.report.Check;
import java.time.Duration;
import java.util.List;

/** A second host on the same switch claims the first one's addresses: before the first one's routes are known there, and after. */
final class ConflictPart {
    private static final int TASK = 1;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long TOLD_MILLIS = 10_000;
    private static final int TRIES = 50;

    private ConflictPart() {}

    /** Runs it; the second host's namespaces stay until the lab goes. */
    static void run(Scene scene, Findings findings) throws InterruptedException {
        findings.say("a second host on the switch claims the first one's address ...");
        List<String> ips = scene.ips(TASK);
        try (SecondHost second = SecondHost.start(scene.lab());
                var table = new SwitchTable(scene.lab())) {
            scene.attach(TASK, AttachRequest.KIND_TAP);
            table.await(ips, true, LIMIT);
            findings.add(refused(second, ips));

            // The other way round the second one is first, and loses when the first comes, as after a partition.
            scene.braid().client().announced(scene.plan().taskName(TASK), false);
            table.await(ips, false, LIMIT);
            attachWhenForgotten(second);
            table.await(ips, true, LIMIT);
            var trails = List.of(
                    new AuditTrail(scene.braid().log()),
                    new AuditTrail(second.braid().log()));
            scene.braid().client().announced(scene.plan().taskName(TASK), true);
            findings.add(told(trails, second, scene));
        } finally {
            scene.detach(TASK);
        }
    }

    private static Check refused(SecondHost second, List<String> ips) throws InterruptedException {
        var trail = new AuditTrail(second.braid().log());
        String found = "attached";
        for (int n = 0; n < TRIES; n++) {
            try {
                second.attach(TASK);
                second.braid().detach(TASK); // the route has not come there yet
                Thread.sleep(100);
            } catch (ControlException e) {
                found = e.kind() + ": " + e.explanation();
                break;
            }
        }
        boolean line = trail.take().stream()
                .anyMatch(each -> each.startsWith("action=attach outcome=refused reason=held-elsewhere "));
        return new Check(
                "conflict_refused",
                found.startsWith(Kind.CONFLICT.name())
                        && found.contains("is also announced by AS" + LabPlan.HOST_AS)
                        && line,
                "an attach on the second host with " + ips + " is refused, with the first one's AS, and leaves a line",
                found + (line ? "" : "; no line in the audit"));
    }

    private static void attachWhenForgotten(SecondHost second) throws InterruptedException {
        for (int n = 0; ; n++) {
            try {
                second.attach(TASK);
                return;
            } catch (ControlException e) {
                if (e.kind() != Kind.CONFLICT || n == TRIES) {
                    throw e;
                }
                Thread.sleep(100); // the withdrawal has not come there yet
            }
        }
    }

    /** BGP tells a host of another's route only if the switch prefers that: one of the two learns of it. */
    private static Check told(List<AuditTrail> trails, SecondHost second, Scene scene) throws InterruptedException {
        long end = System.nanoTime() + TOLD_MILLIS * 1_000_000;
        int tellers = 0;
        while (tellers == 0 && System.nanoTime() < end) {
            for (AuditTrail trail : trails) {
                tellers +=
                        trail
                                        .await(
                                                line -> line.startsWith(
                                                        "action=conflict outcome=failed reason=held-elsewhere "),
                                                100)
                                        .stream()
                                        .anyMatch(line -> line.startsWith("action=conflict "))
                                ? 1
                                : 0;
            }
        }
        List<String> warnings = List.of(scene.braid(), second.braid()).stream()
                .flatMap(braid -> braid.status().warnings().stream())
                .filter(warning -> warning.contains(" is also announced by AS"))
                .toList();
        second.braid().detach(TASK);
        return new Check(
                "conflict_told",
                tellers > 0 && !warnings.isEmpty(),
                "when both announce it, a host that the switch tells of it says so in audit and status",
                tellers + " hosts have a line in the audit; status: " + warnings);
    }
}
