package io.braid.dataplane.task;

import io.braid.dataplane.config.BitRate;
import io.braid.dataplane.config.LimitsConfig;
import io.braid.dataplane.config.TasksConfig;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Refusal;
import io.braid.dataplane.control.TaskLimits;
import io.braid.dataplane.grant.Grant;
import io.braid.dataplane.grant.GrantFault;
import io.braid.dataplane.graph.HostTraffic;
import io.braid.dataplane.graph.TaskCaps;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * On what terms a task shares its host with others.
 *
 * @param job the job it belongs to, null if none was named
 * @param circle what it has in common with the tasks it may talk to on this host, and with no other
 * @param host what it may send to the host itself
 * @param asked the limits it came with
 * @param limits those in force: where it asked for none, the host's defaults
 */
public record TaskTerms(@Nullable String job, String circle, HostTraffic host, TaskLimits asked, TaskLimits limits) {
    /**
     * A task's terms by the host's rules.
     *
     * @param grant what it was granted, null if it came without
     * @param before the job that a grant named which was verified in a process before this one, null without
     * @throws ControlException {@link Kind#REFUSED} when it claims another job than its grant names
     */
    static TaskTerms of(TasksConfig rules, AttachRequest request, @Nullable Grant grant, @Nullable String before) {
        String job = request.job();
        if (grant != null) {
            requireGranted(request, grant);
            job = grant.job();
        } else if (before != null) {
            job = before;
        }
        return of(rules, request.task(), job, Objects.requireNonNullElse(request.limits(), TaskLimits.DEFAULT));
    }

    /** The same task's terms by other rules of the host. */
    TaskTerms under(TasksConfig rules, String task) {
        return of(rules, task, job, asked);
    }

    private static TaskTerms of(TasksConfig rules, String task, @Nullable String job, TaskLimits asked) {
        String circle = switch (rules.localTraffic()) {
            case ALL -> "all";
            case SAME_JOB -> job == null ? alone(task) : "job " + job;
            case NONE -> alone(task);
        };
        HostTraffic host = switch (rules.hostTraffic()) {
            case ALL -> HostTraffic.ALL;
            case ANSWERS -> HostTraffic.ANSWERS;
            case NONE -> HostTraffic.NONE;
        };
        TaskLimits limits = asked.over(rules.limits().map(TaskTerms::limits).orElse(TaskLimits.DEFAULT));
        return new TaskTerms(job, circle, host, asked, limits);
    }

    private static TaskLimits limits(LimitsConfig config) {
        return new TaskLimits(
                config.rateOut().map(BitRate::bitsPerSecond).orElse(null),
                config.rateIn().map(BitRate::bitsPerSecond).orElse(null),
                config.packetsOut().orElse(null),
                config.packetsIn().orElse(null));
    }

    private static String alone(String task) {
        return "task " + task;
    }

    /** Where there is a grant, it says which job it is: nobody joins another's by a word of their own. */
    private static void requireGranted(AttachRequest request, Grant grant) {
        if (request.job() != null && !request.job().equals(grant.job())) {
            throw new ControlException(
                    Kind.REFUSED,
                    new Refusal(GrantFault.WRONG_JOB.reason(), grant.keyId(), grant.id()),
                    "task " + request.task() + " claims job " + request.job() + ", and its grant names "
                            + (grant.job() == null ? "none" : grant.job()) + "; leave the job out, or bring a grant"
                            + " that names it");
        }
    }

    /** What the workers hold it to. */
    public TaskCaps caps() {
        return new TaskCaps(
                rate(limits.rateOut()), rate(limits.packetsOut()), rate(limits.rateIn()), rate(limits.packetsIn()));
    }

    private static long rate(@Nullable Long limit) {
        return limit == null ? 0 : limit;
    }
}
