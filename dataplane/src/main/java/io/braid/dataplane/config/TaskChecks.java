package io.braid.dataplane.config;

import io.braid.dataplane.net.IpPrefix;
import java.util.List;

/** Checks who may hand out task IPs: that the rules permit something, and nothing that no task can have. */
final class TaskChecks {
    private static final String ALLOW = "tasks.allow";

    private final Bound bound;
    private final Problems problems;

    TaskChecks(Bound bound, Problems problems) {
        this.bound = bound;
        this.problems = problems;
    }

    void run() {
        // An empty list reads like "nobody", and no list means that rules do not matter.
        if (bound.isWritten(ALLOW) && bound.size(ALLOW) == 0) {
            problems.add(
                    bound.position(ALLOW),
                    ALLOW,
                    "expected at least one rule, found none; leave tasks.allow out, or"
                            + " have tasks.grants.required: true refuse every task without a grant");
        }
        List<Bound.At<IpPrefix>> prefixes = bound.list("tasks.prefixes", IpPrefix.class);
        if (prefixes.size() != bound.size("tasks.prefixes")) {
            return; // what is wrong with them is told
        }
        for (String rule : bound.paths(ALLOW)) {
            for (var allowed : bound.list(rule + ".ips", IpPrefix.class)) {
                if (prefixes.stream().noneMatch(prefix -> prefix.value().contains(allowed.value()))) {
                    problems.add(
                            bound.position(allowed.path()),
                            allowed.path(),
                            "expected a prefix in one of tasks.prefixes, found " + allowed.value());
                }
            }
        }
    }
}
