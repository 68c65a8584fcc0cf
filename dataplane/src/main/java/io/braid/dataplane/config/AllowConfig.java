package io.braid.dataplane.config;

import io.braid.dataplane.net.IpPrefix;
import java.util.List;

/**
 * A rule that permits tasks to have addresses without a grant.
 *
 * @param task which tasks
 * @param ips which addresses
 */
public record AllowConfig(
        @Option(
                doc = "A task's name, or the beginning of names followed by `*`; `\"*\"` is every task.",
                example = "train-*",
                live = true)
        TaskNames task,

        @Option(
                doc = "The addresses that these tasks may have. Each prefix lies in one of `tasks.prefixes`.",
                range = "1..64",
                example = "[10.100.0.0/28, \"2001:db8:100::7/128\"]",
                live = true)
        List<IpPrefix> ips) {
    /** Copies the list, so that the record cannot change. */
    public AllowConfig {
        ips = List.copyOf(ips);
    }
}
