package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.perf.lab.LabException;
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
    private static final long YIELD_MILLIS =
            1000; // most of it is the time that the switch takes to pass the other route on
    private static final long QUIET_MILLIS = 3_500;

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
            table.await(ips, true, LIMIT);
            findings.add(yields(scene, second, table, ips));
            findings.add(comesBack(scene, table, ips));
            second.braid().detach(TASK);
        } finally {
            scene.detach(TASK);
        }
    }

    /** The second host comes with the first one's addresses when the switch has those for long: as after a partition. */
    private static Check yields(Scene scene, SecondHost second, SwitchTable table, List<String> ips)
            throws InterruptedException {
        second.cut(true);
        awaitSessions(second, false);
        attachWhenForgotten(second);
        second.cut(false);
        long start = System.nanoTime();
        awaitSessions(second, true);
        long seen = 0;
        long last = 0;
        // Until it has been quiet for as long as anything here may take.
        while (System.nanoTime() - Math.max(start, last) < QUIET_MILLIS * 1_000_000) {
            if (ips.stream().anyMatch(ip -> table.hasFrom(ip, SecondHost.AS))) {
                last = System.nanoTime();
                seen = seen == 0 ? last : seen;
            }
            Thread.sleep(5);
        }
        long millis = (last - seen) / 1_000_000;
        String found = seen == 0 ? "the switch never had its route" : "the switch had its route for " + millis + " ms";
        boolean named = second.braid().client().explain(scene.plan().taskName(TASK)).value().addresses().stream()
                .allMatch(address -> address.reasons().stream()
                        .anyMatch(reason -> reason.why().equals("held-elsewhere")));
        return new Check(
                "conflict_yields",
                millis <= YIELD_MILLIS && named,
                "the host that loses withdraws within " + YIELD_MILLIS + " ms, and says why it does not announce",
                found + (named ? ", and it says that another host has the address" : ", and it does not say why"));
    }

    private static void awaitSessions(SecondHost second, boolean up) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            var bgp = second.braid().status().bgp();
            if (bgp != null && (up ? bgp.established() == bgp.sessions() : bgp.established() == 0)) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new LabException("the second host's sessions are " + bgp);
            }
            Thread.sleep(20);
        }
    }

    /** And when the first one's task goes, it takes over. */
    private static Check comesBack(Scene scene, SwitchTable table, List<String> ips) throws InterruptedException {
        long start = System.nanoTime();
        scene.braid().client().announced(scene.plan().taskName(TASK), false);
        while (!ips.stream().allMatch(ip -> table.hasFrom(ip, SecondHost.AS))) {
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                return new Check("conflict_returns", false, "it announces when the other one has gone", "it does not");
            }
            Thread.sleep(20);
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new Check(
                "conflict_returns", millis <= 10_000, "it announces when the other one has gone", millis + " ms after");
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
