package io.braid.dataplane.config;

/**
 * The threads that poll the NICs.
 *
 * @param cpus the CPUs they are pinned to
 * @param idle what they do when there are no packets
 */
public record WorkersConfig(
        @Option(
                doc = "The CPUs to pin workers to, one worker each: a list of numbers and ranges, or `auto`, which"
                        + " leaves the choice to"
                        + " Braid. They should do nothing else.",
                defaultValue = "auto",
                example = "[2, 3, \"8-11\"]")
        CpuList cpus,

        @Option(
                doc = "What a worker does when there are no packets: `busy` polls on, which keeps latency lowest"
                        + " and the CPU at 100%;"
                        + " `backoff` spins, then yields, then sleeps for a short while.",
                defaultValue = "backoff")
        IdlePolicy idle) {}
