package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.config.LogLevel;
import io.braid.dataplane.grant.GrantPolicy;
import io.braid.dataplane.grant.KeyFileException;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.log.ProcessLog;
import io.braid.dataplane.reload.LivePart;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.dataplane.web.WebServer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what goes by other options when the configuration is read again, and in which order. */
final class LiveParts {
    private LiveParts() {}

    /**
     * All parts. Who may have what comes first, and what is only shown last.
     *
     * @param clock the grants'
     * @param announcer null if nothing is announced
     * @param web null if nothing is served
     * @param log the process's
     */
    static List<LivePart> of(
            InstantSource clock,
            TaskGrants grants,
            TaskRegistry tasks,
            Forwarding forwarding,
            @Nullable Announcer announcer,
            @Nullable WebServer web,
            StatusBuilder status,
            PlacementOperations placing,
            ProcessLog log) {
        var parts = new ArrayList<LivePart>();
        parts.add(grants(grants, clock));
        parts.add(tasks(tasks));
        var uplinks = new UplinkChanges(forwarding, tasks, announcer);
        parts.add(uplinks::come);
        parts.add(uplinks::drain);
        parts.add(LivePart.of(loaded -> forwarding.adopt(loaded.config())));
        if (announcer != null) {
            parts.add(LivePart.of(loaded -> announcer.adopt(loaded.config())));
        }
        if (web != null) {
            parts.add(LivePart.of(loaded -> loaded.config().web().ifPresent(web::adopt)));
        }
        parts.add(LivePart.of(status::adopt));
        parts.add(LivePart.of(loaded -> placing.adopt(loaded.config())));
        parts.add((now, next, _) ->
                level(log, now.config().log().level(), next.config().log().level()));
        parts.add(uplinks::go);
        return parts;
    }

    /** What an operator has set by hand stays while the file says the same. */
    private static LivePart.Step level(ProcessLog log, LogLevel before, LogLevel after) {
        return before == after
                ? new LivePart.Step(() -> {}, () -> {})
                : new LivePart.Step(
                        () -> log.levels().all(after), () -> log.levels().all(before));
    }

    private static LivePart grants(TaskGrants grants, InstantSource clock) {
        return (_, next, reasons) -> {
            GrantPolicy before = grants.policy();
            GrantPolicy after;
            try {
                after = new GrantPolicy(next.config(), clock);
            } catch (KeyFileException e) {
                reasons.add(e.explanation());
                after = before;
            }
            GrantPolicy policy = after;
            return new LivePart.Step(() -> grants.adopt(policy), () -> grants.adopt(before));
        };
    }

    private static LivePart tasks(TaskRegistry tasks) {
        return (now, next, reasons) -> {
            reasons.addAll(tasks.objections(next.config()));
            return new LivePart.Step(() -> tasks.adopt(next.config()), () -> tasks.adopt(now.config()));
        };
    }
}
