package io.braid.perf.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.braid.perf.report.Check;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** What {@code ./braid lab tasks} checks, in short: everything that must hold on a busy machine, too. */
@Timeout(value = 400, unit = TimeUnit.SECONDS)
class LabTasksIT {
    /** The machine may be busy; what the times and ratios really are is the command's to say. */
    private static final double SLACK = 10;

    @BeforeAll
    static void needsRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
    }

    private static Findings run(Part... parts) throws InterruptedException {
        List<String> said = new ArrayList<>();
        var findings = new Findings(said::add, SLACK);
        new TasksRun(new TasksOptions(List.of(parts), 1, 1, 1, SLACK), findings).run();
        List<Check> failed =
                findings.checks().stream().filter(check -> !check.ok()).toList();
        assertEquals(List.of(), failed, said.toString());
        return findings;
    }

    private static void assertChecks(Findings findings, String... names) {
        assertEquals(
                Stream.of(names).sorted().toList(),
                findings.checks().stream().map(Check::name).sorted().toList());
    }

    @Test
    void nothingThatWasNotGrantedIsHadAndWhatEndsIsWithdrawn() throws InterruptedException {
        assertChecks(
                run(Part.HOSTILE, Part.WITHDRAWAL, Part.CONFLICT),
                "hostile_refused",
                "hostile_audited",
                "hostile_packets",
                "hostile_users",
                "withdrawn_expired",
                "withdrawn_revoked",
                "withdrawn_port",
                "withdrawn_not_ready",
                "withdrawn_owner_killed",
                "conflict_refused",
                "conflict_told",
                "conflict_yields",
                "conflict_returns");
    }

    @Test
    void connectionsOfADpdkApplicationOutliveBraid() throws InterruptedException {
        assertChecks(run(Part.RESTART), "restart_connections", "restart_resumed");
    }

    @Test
    void packetsComeThroughAtAnySpeed() throws InterruptedException {
        Findings findings = run(Part.ATTACH, Part.THROUGHPUT);
        assertChecks(findings, "attach_tap", "attach_vhost_user", "throughput");
        assertTrue(TasksJson.of(findings).contains("\"ratio\""), TasksJson.of(findings));
    }

    @Test
    void wrongUsageIsRefusedBeforeAnythingIsBuilt() {
        assertEquals(2, command("--json", "/nonexistent/tasks.json"));
        assertEquals(2, command("--part", "nonsense"));
        assertEquals(2, command("--json", Path.of("/").toString()));
        assertEquals(0, command("--help"));
    }

    private static int command(String... arguments) {
        return new CommandLine(new LabTasksCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(arguments);
    }
}
