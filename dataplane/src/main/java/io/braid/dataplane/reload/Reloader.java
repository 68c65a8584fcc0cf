package io.braid.dataplane.reload;

import io.braid.dataplane.audit.Asker;
import io.braid.dataplane.audit.AuditAction;
import io.braid.dataplane.audit.AuditEvent;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.ConfigChange;
import io.braid.dataplane.config.ConfigDiff;
import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.ConfigProblem;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.ReloadReport;
import io.braid.dataplane.flight.FlightEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration again and has all parts go by it, or none. One at a time; any thread.
 *
 * <p>Before anything changes, the file is read and checked as at the start, each option that differs must be one that can be changed live, and each part must be able to
 * go by it. What is wrong is told all at once.
 */
public final class Reloader {
    private static final Logger LOG = System.getLogger(Reloader.class.getName());

    private final Path file;
    private final List<LivePart> parts;
    private final Function<Supplier<ReloadReport>, ReloadReport> still;
    private final AuditLog audit;
    private final Consumer<ReloadReport> done;
    private final ReentrantLock one = new ReentrantLock();
    private volatile LoadedConfig running;

    /**
     * @param running what the parts go by now
     * @param parts in the order in which they are changed
     * @param still runs something while no task comes or goes
     * @param audit takes a line for each attempt that is no dry run
     * @param done told of each attempt that is no dry run
     */
    public Reloader(
            LoadedConfig running,
            List<LivePart> parts,
            Function<Supplier<ReloadReport>, ReloadReport> still,
            AuditLog audit,
            Consumer<ReloadReport> done) {
        this.still = still;
        this.running = running;
        this.file = Path.of(running.file()).toAbsolutePath();
        this.parts = List.copyOf(parts);
        this.audit = audit;
        this.done = done;
    }

    /**
     * Reads a file and goes by it.
     *
     * @param other null for the file of the start
     * @param dryRun only to say what would be
     * @param asker who asked, for the audit
     * @throws ControlException {@link Kind#CONFLICT} while another reload is under way, {@link Kind#FAILED} if a part failed; all go by the old options then
     */
    public ReloadReport reload(@Nullable Path other, boolean dryRun, Asker asker) {
        AuditEvent asked = AuditEvent.of(AuditAction.RELOAD, asker, null);
        if (!one.tryLock()) {
            var busy = new ControlException(Kind.CONFLICT, "another reload is under way; try again when it is done");
            audit.refused(asked, "busy", busy.explanation());
            throw busy;
        }
        try {
            long begin = System.nanoTime();
            Path from = other == null ? file : other;
            ReloadReport report = still.apply(() -> attempt(from, dryRun, asked, begin));
            if (!dryRun) {
                tell(report, asked);
            }
            return report;
        } finally {
            one.unlock();
        }
    }

    /** What all parts go by now. Any thread. */
    public LoadedConfig running() {
        return running;
    }

    private ReloadReport attempt(Path from, boolean dryRun, AuditEvent asked, long begin) {
        LoadedConfig next;
        try {
            next = load(from);
        } catch (ConfigException e) {
            List<String> errors =
                    e.problems().stream().map(ConfigProblem::toString).toList();
            return report(ReloadReport.INVALID, from, List.of(), errors, List.of(), begin);
        }
        List<ConfigChange> changes = ConfigDiff.of(running.config(), next.config());
        if (changes.isEmpty()) {
            running = next; // its warnings may be others
            return report(ReloadReport.UNCHANGED, from, changes, List.of(), next.warnings(), begin);
        }
        List<String> reasons = new ArrayList<>();
        changes.stream().filter(change -> !change.live()).map(this::reason).forEach(reasons::add);
        List<LivePart.Step> steps =
                parts.stream().map(part -> part.prepare(running, next, reasons)).toList();
        if (!reasons.isEmpty()) {
            return report(ReloadReport.REFUSED, from, changes, reasons, next.warnings(), begin);
        }
        if (dryRun) {
            return report(ReloadReport.READY, from, changes, List.of(), next.warnings(), begin);
        }
        apply(steps, asked.withChanges(options(changes)));
        running = next;
        return report(ReloadReport.APPLIED, from, changes, List.of(), warnings(from, next), begin);
    }

    /** A pipe would be waited for, and a file that is no file has no end. */
    private static LoadedConfig load(Path from) throws ConfigException {
        if (Files.exists(from) && !Files.isRegularFile(from) && !Files.isDirectory(from)) {
            throw ConfigException.of(from, "expected a regular file, found another kind of it");
        }
        return ConfigLoader.load(from);
    }

    private String reason(ConfigChange change) {
        return change.path().equals("host")
                ? "host: this braid runs as " + change.before() + ", and the file is of " + change.after()
                        + ": is it another host's?"
                : change.path() + ": it needs a restart to change this (braid run --takeover keeps tasks and flows)"
                        + (change.path().startsWith("uplinks[")
                                ? ", or one reload that removes the uplink and its peers, and another that adds them as they are to be"
                                : "");
    }

    private void apply(List<LivePart.Step> steps, AuditEvent asked) {
        var applied = new ArrayList<LivePart.Step>();
        try {
            for (LivePart.Step step : steps) {
                applied.addFirst(step); // also if it fails half-way
                step.apply().run();
            }
        } catch (RuntimeException e) {
            if (!(e instanceof ControlException)) { // which is told below, and no fault
                LOG.log(Level.ERROR, "a reload failed by a fault in braid; it goes on by the options of before", e);
            }
            for (LivePart.Step step : applied) {
                try {
                    step.undo().run();
                } catch (RuntimeException also) {
                    e.addSuppressed(also);
                    LOG.log(Level.ERROR, "part of the reload could not be taken back", also);
                }
            }
            String why = e instanceof ControlException known
                    ? "the reload failed: " + known.explanation()
                    : "the reload failed by a fault in braid (its log says more)";
            var failure = new ControlException(
                    Kind.FAILED,
                    e.getSuppressed().length == 0
                            ? why + "; nothing has changed"
                            : why + ", and a part of it could not be taken back (its log says more): restart braid",
                    e);
            LOG.log(Level.WARNING, failure.explanation());
            audit.failed(asked, e instanceof ControlException ? "failed" : "fault", failure.explanation());
            done.accept(new ReloadReport(
                    "failed", file.toString(), List.of(), List.of(failure.explanation()), List.of(), 0));
            throw failure;
        }
    }

    private List<String> warnings(Path from, LoadedConfig next) {
        var warnings = new ArrayList<>(next.warnings());
        if (!from.equals(file)) {
            warnings.add(
                    "braid was started with " + file + ": a restart or the next reload without -c goes by that again");
        }
        return warnings;
    }

    private static ReloadReport report(
            String outcome,
            Path from,
            List<ConfigChange> changes,
            List<String> reasons,
            List<String> warnings,
            long begin) {
        return new ReloadReport(
                outcome,
                from.toString(),
                changes.stream()
                        .map(change ->
                                new ReloadReport.Change(change.path(), change.before(), change.after(), change.live()))
                        .toList(),
                reasons,
                warnings,
                (System.nanoTime() - begin) / 1_000);
    }

    private void tell(ReloadReport report, AuditEvent asked) {
        done.accept(report);
        FlightEvent.reload(
                report.outcome(),
                report.changes().stream().map(ReloadReport.Change::option).collect(Collectors.joining(",")),
                report.micros());
        AuditEvent event = report.changes().isEmpty()
                ? asked
                : asked.withChanges(report.changes().stream()
                        .map(ReloadReport.Change::option)
                        .collect(Collectors.joining(",")));
        switch (report.outcome()) {
            case ReloadReport.APPLIED -> {
                report.changes()
                        .forEach(change -> LOG.log(
                                Level.INFO,
                                "reload: {0}: {1} -> {2}",
                                change.option(),
                                change.before(),
                                change.after()));
                report.warnings().forEach(warning -> LOG.log(Level.WARNING, warning));
                audit.granted(event);
            }
            case ReloadReport.UNCHANGED -> audit.granted(event);
            default -> {
                report.reasons().forEach(reason -> LOG.log(Level.WARNING, "reload refused: {0}", reason));
                audit.refused(
                        event,
                        report.outcome().equals(ReloadReport.INVALID) ? "invalid" : "refused",
                        String.join("; ", report.reasons()));
            }
        }
    }

    private static String options(List<ConfigChange> changes) {
        return changes.stream().map(ConfigChange::path).collect(Collectors.joining(","));
    }
}
