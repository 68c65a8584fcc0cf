package io.braid.dataplane.config;

import io.braid.dataplane.net.IpPrefix;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which addresses tasks may have.
 *
 * @param prefixes every task IP lies in one of these
 * @param cpus the CPUs that tasks are pinned to
 * @param sockets where the directories of vhost-user tasks' sockets are
 * @param socketOwner whose they are; absent for root
 * @param grants who may hand out addresses; absent means that root on this host may
 */
public record TasksConfig(
        @Option(
                doc = "Every task IP lies in one of these.",
                range = "1..64",
                example = "[10.100.0.0/16, \"2001:db8:100::/48\"]")
        List<IpPrefix> prefixes,

        @Option(
                doc = "The CPUs that tasks are pinned to: no worker is put there unless no other CPU is left, and each"
                        + " NUMA node that has some gets a worker of its own.",
                example = "[\"8-31\", \"40-63\"]")
        Optional<CpuNumbers> cpus,

        @Option(
                doc =
                        "Where tasks of kind `vhost-user` have the directories that their containers make sockets in, each"
                                + " named after its task.",
                defaultValue = "/run/braid/tasks")
        Path sockets,

        @Option(
                doc =
                        "User and group, as numbers, that own these directories; without it root. An application that does"
                                + " not run as root needs it, and with user namespaces it is the host's number.",
                example = "1000:1000")
        Optional<FileOwner> socketOwner,

        @Option(doc = "Who may hand out task IPs. Without this section root on this host may.")
        Optional<GrantsConfig> grants) {
    /** Copies the list, so that the record cannot change. */
    public TasksConfig {
        prefixes = List.copyOf(prefixes);
    }
}
