package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.ReloadReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid reload}: has the running dataplane go by its changed configuration. */
@Command(
        name = "reload",
        description = {
            "Have the running braid read its configuration again and go by it, whole or not at all, while packets flow.",
            "Flows keep the uplinks they have. What can be changed so is marked as live in dataplane/CONFIG.md; a file that differs in"
                    + " anything else is refused, with all reasons. SIGHUP does the same."
        },
        footer = {
            "",
            "Exit codes: 0 applied (or could be, with --dry-run), 1 refused or no braid runs, 2 wrong usage or a file with errors."
        })
public final class ReloadCommand extends ControlCommand {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "another file than the one that braid was started with")
    private Optional<Path> file = Optional.empty();

    @Option(names = "--dry-run", description = "only say what would change, and whether it could")
    private boolean dryRun;

    @Option(names = "--json", description = "print the report as JSON")
    private boolean json;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        var answer = braid.reload(file.map(Path::toAbsolutePath).orElse(null), dryRun);
        ReloadReport report = answer.value();
        if (json) {
            out.println(answer.json());
        } else {
            report.changes()
                    .forEach(change -> out.println(change.option() + ": " + change.before() + " -> " + change.after()
                            + (change.live() ? "" : "   (needs a restart)")));
            report.warnings().forEach(warning -> out.println("warning: " + warning));
        }
        out.flush(); // before what is said of a refusal
        switch (report.outcome()) {
            case ReloadReport.INVALID ->
                throw new ControlException(
                        Kind.BAD_REQUEST, "the file has errors, nothing has changed:\n  " + reasons(report));
            case ReloadReport.REFUSED ->
                throw new ControlException(Kind.REFUSED, "refused, nothing has changed:\n  " + reasons(report));
            default -> {
                if (!json) {
                    out.println(text(report));
                }
            }
        }
    }

    private static String text(ReloadReport report) {
        int changes = report.changes().size();
        String options = changes + (changes == 1 ? " option" : " options");
        return switch (report.outcome()) {
            case ReloadReport.UNCHANGED -> "braid goes by " + report.file() + " already";
            case ReloadReport.READY -> options + " of " + report.file() + " can be changed; nothing has changed yet";
            default ->
                "braid goes by " + report.file() + ": " + options + " changed in " + Math.round(report.micros() / 1e3)
                        + " ms";
        };
    }

    private static String reasons(ReloadReport report) {
        return String.join("\n  ", report.reasons());
    }
}
