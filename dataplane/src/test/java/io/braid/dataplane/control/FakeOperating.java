package io.braid.dataplane.control;

import io.braid.dataplane.audit.Asker;
import io.braid.dataplane.control.ControlException.Kind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Reports what it is told to. */
public final class FakeOperating implements Operating {
    public final List<String> calls = new CopyOnWriteArrayList<>();

    public volatile List<String> logged = List.of("a line");

    public volatile String outcome = ReloadReport.APPLIED;

    @Override
    public SupportReport support() {
        return new SupportReport(Map.of("config.txt", List.of("host: h"), "../log.txt", logged));
    }

    @Override
    public Map<String, String> logLevels() {
        return Map.of("all", "info", "bgp", "debug");
    }

    @Override
    public void logLevel(String part, String level) {
        if (part.equals("nothing")) {
            throw new ControlException(Kind.NOT_FOUND, "there is no part nothing");
        }
        calls.add("log " + part + " " + level);
    }

    @Override
    public ReloadReport reload(@Nullable String file, boolean dryRun, Asker asker) {
        calls.add(file + (dryRun ? " dry" : ""));
        if (outcome.equals("busy")) {
            throw new ControlException(Kind.CONFLICT, "another reload is under way; try again when it is done");
        }
        boolean good = !outcome.equals(ReloadReport.REFUSED) && !outcome.equals(ReloadReport.INVALID);
        return new ReloadReport(
                outcome,
                file == null ? "/etc/braid/host.yaml" : file,
                outcome.equals(ReloadReport.INVALID) || outcome.equals(ReloadReport.UNCHANGED)
                        ? List.of()
                        : List.of(
                                new ReloadReport.Change("egress.policy", "hash", "flowlet", true),
                                new ReloadReport.Change("uplinks[0].mtu", "1500", "9000", good)),
                good ? List.of() : List.of("uplinks[0].mtu: it needs a restart", "another reason"),
                List.of("mind this"),
                12_345);
    }
}
