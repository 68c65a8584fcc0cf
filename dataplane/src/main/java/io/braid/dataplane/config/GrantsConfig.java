package io.braid.dataplane.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Which grants of the scheduler are good here.
 *
 * @param publicKeys files with the scheduler's public keys
 * @param required whether a task without a grant is refused
 * @param clockSkew how far this host's clock may be behind the scheduler's
 */
public record GrantsConfig(
        @Option(
                doc =
                        "Files with the scheduler's public keys: Ed25519 in PEM, as `openssl pkey -pubout` writes them,"
                                + " one or more in a file. A grant signed by any of them is good. The files are read for each grant,"
                                + " so a key can be added or taken away without a restart. What a key has signed that is taken away ends with it.",
                range = "1..16",
                example = "[/etc/braid/scheduler.pub]",
                live = true)
        List<Path> publicKeys,

        @Option(
                doc = "Whether a task that comes without a grant is refused, unless a rule of `tasks.allow` permits it."
                        + " A grant that comes is verified in any case.",
                defaultValue = "true",
                live = true)
        boolean required,

        @Option(
                doc = "How far this host's clock may be behind the scheduler's: a grant that begins so much later is"
                        + " good already. The end of a grant is never put off.",
                defaultValue = "30s",
                range = "0s..10m",
                live = true)
        Duration clockSkew) {
    /** What {@link #clockSkew} is unless a file says otherwise. */
    public static final Duration DEFAULT_SKEW = Duration.ofSeconds(30);

    /** Copies the list, so that the record cannot change. */
    public GrantsConfig {
        publicKeys = List.copyOf(publicKeys);
    }
}
