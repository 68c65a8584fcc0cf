package io.braid.dataplane.config;

import java.nio.file.Path;
import java.util.List;

/**
 * Who may hand out task IPs.
 *
 * @param publicKeys files with the scheduler's public keys
 * @param required whether a task without a grant is refused
 */
public record GrantsConfig(
        @Option(
                doc = "Files with the scheduler's public keys; a grant signed by any of them is good.",
                range = "1..16",
                example = "[/etc/braid/scheduler.pub]")
        List<Path> publicKeys,

        @Option(doc = "Whether a task that comes without a grant is refused.", defaultValue = "true")
        boolean required) {
    /** Copies the list, so that the record cannot change. */
    public GrantsConfig {
        publicKeys = List.copyOf(publicKeys);
    }
}
