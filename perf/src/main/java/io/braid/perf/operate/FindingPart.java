package io.braid.perf.operate;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlException;
import io.braid.perf.lab.BraidCommand;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.report.Series;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A newcomer's first question about each of three faults is one command, whose answer names the fault. */
final class FindingPart {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int VICTIM = 1;
    private static final int SECONDS = 6;

    private final Operation operation;
    private final LabPlan plan;

    FindingPart(Operation operation) {
        this.operation = operation;
        this.plan = operation.lab().plan();
    }

    void run() throws InterruptedException {
        failedNic();
        refusedGrant();
        imbalance();
    }

    private void failedNic() throws InterruptedException {
        String nic = plan.uplinkName(VICTIM);
        operation.lab().rackSwitch().linkDown(VICTIM);
        try {
            operation.braid().awaitUplinks(LIMIT);
            // A line of the uplink that says so, wherever on the screen.
            find("failed_nic", "a NIC has failed", Pattern.compile("(?i)" + nic + "\\b.*\\bdown\\b"), "top", "--once");
        } finally {
            operation.lab().rackSwitch().linkUp(VICTIM);
            operation.braid().awaitUplinks(LIMIT);
        }
    }

    private void refusedGrant() throws InterruptedException {
        var request =
                new AttachRequest("intruder", List.of("203.0.113.9"), AttachRequest.KIND_TAP, null, false, null, null);
        try {
            operation.braid().client().attach(request);
            throw new LabException("a task got an address that no task may have");
        } catch (ControlException refused) {
            // As it has to be; the question is whether anybody who did not ask can see it.
            find(
                    "refused_attach",
                    "a task was refused",
                    Pattern.compile("audit: .*outcome=refused .*task=intruder.*ips=203\\.0\\.113\\.9"),
                    List.of("grep", "audit: ", operation.braid().log().toString()));
        }
    }

    private void imbalance() throws InterruptedException {
        Traffic fat = Traffic.start(
                operation.lab(), List.of(new Transfer(1, Family.V4, false, Transfer.Protocol.TCP, 0, 1, SECONDS)));
        Thread.sleep(2000);
        find(
                "imbalance",
                "one connection fills a NIC while others idle",
                Pattern.compile(Pattern.quote(plan.taskAddress(1, Family.V4)) + ".*"
                        + Pattern.quote(plan.storageAddress(Family.V4)) + ".*" + "nic[0-3]"),
                "flows",
                "--top",
                "3");
        fat.await();
    }

    private void find(String name, String fault, Pattern answer, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(BraidCommand.with(arguments));
        command.addAll(List.of("--socket", operation.braid().socket().toString()));
        find(name, fault, answer, command);
    }

    private void find(String name, String fault, Pattern answer, List<String> command) throws InterruptedException {
        long start = System.nanoTime();
        Command.Output output = Command.execute(command, "", LIMIT);
        double millis = (System.nanoTime() - start) / (double) TimeUnit.MILLISECONDS.toNanos(1);
        String line =
                output.out().lines().filter(answer.asPredicate()).findFirst().orElse("");
        operation.check(
                name,
                output.exitCode() == 0 && !line.isEmpty(),
                "one command shows that " + fault,
                line.isEmpty() ? "exit code " + output.exitCode() + ": " + output.out() + output.err() : line.strip());
        operation.times(name, new Series("that command", List.of(millis), LIMIT.toMillis(), Series.Judged.WORST));
    }
}
