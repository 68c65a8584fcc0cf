package io.braid.dataplane.config;

import io.braid.dataplane.net.IpPrefix;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Which addresses tasks may have, and who says so.
 *
 * @param prefixes every task IP lies in one of these
 * @param allocate those that this host may choose from
 * @param coolDown how long an address rests before it is chosen again
 * @param cpus the CPUs that tasks are pinned to
 * @param sockets where the directories of tasks' sockets are
 * @param socketOwner whose they are; absent for root
 * @param offloads whether they may leave work on their packets
 * @param stateFile where the attached tasks outlive the process
 * @param grants which grants of the scheduler are good here; absent means none
 * @param allow rules that permit tasks to have addresses without a grant
 * @param localTraffic which tasks of the host may talk to each other
 * @param hostTraffic what they may send to the host itself
 * @param limits the most that each may send and be sent
 */
public record TasksConfig(
        @Option(
                doc = "Every task IP lies in one of these.",
                range = "1..64",
                example = "[10.100.0.0/16, \"2001:db8:100::/48\"]",
                live = true)
        List<IpPrefix> prefixes,

        @Option(
                doc =
                        "This host's slice of these: `--ip auto` gives a task an address of each family from here, one after the other.",
                defaultValue = "[]",
                range = "0..16",
                example = "[10.100.17.0/26, \"2001:db8:100:17::/64\"]",
                live = true)
        List<IpPrefix> allocate,

        @Option(
                doc =
                        "How long an address that a task had is not given to another one by `--ip auto`. It ends with the process.",
                defaultValue = "60s",
                range = "0s..60m",
                live = true)
        Duration coolDown,

        @Option(
                doc = "The CPUs that tasks are pinned to: no worker is put there unless no other CPU is left, and each"
                        + " NUMA node that has some gets a worker of its own.",
                example = "[\"8-31\", \"40-63\"]")
        Optional<CpuNumbers> cpus,

        @Option(
                doc =
                        "Where tasks of kind `vhost-user` have the directories that their containers make sockets in, each"
                                + " named after its task; and, below `.api`, each task the directory of its own socket to Braid.",
                defaultValue = "/run/braid/tasks")
        Path sockets,

        @Option(
                doc =
                        "User and group, as numbers, that own these directories and may use the tasks' own sockets; without it root. An application that does"
                                + " not run as root needs it, and with user namespaces it is the host's number.",
                example = "1000:1000")
        Optional<FileOwner> socketOwner,

        @Option(
                doc =
                        "Whether tasks may leave work on their packets, checksums and the cutting of large TCP packets into segments, as their port's driver"
                                + " allows. What a NIC cannot finish Braid does. `off`: their packets must come finished, and NICs are asked for nothing.",
                defaultValue = "auto")
        OffloadPolicy offloads,

        @Option(
                doc =
                        "The file in which tasks outlive a restart: those that are still there are attached again with the same"
                                + " addresses. Without this option it lies beside `control.socket`, with the ending `.tasks`.")
        Optional<Path> stateFile,

        @Option(
                doc =
                        "The scheduler's grants: signed statements of which task may have which addresses on which host until"
                                + " when. Without this section and without `allow`, root on this host may attach any task with any"
                                + " address in `prefixes`.",
                live = true)
        Optional<GrantsConfig> grants,

        @Option(
                doc =
                        "Rules that permit tasks to have addresses without a grant. If there are any, a task that comes without"
                                + " a grant is refused unless each of its addresses is permitted by a rule for its name.",
                defaultValue = "[]",
                range = "0..256",
                example = "[{task: \"train-*\", ips: [10.100.0.0/28]}]",
                live = true)
        List<AllowConfig> allow,

        @Option(
                doc =
                        "Which tasks of this host may talk to each other here: those of the `same-job`, `all`, or `none`. The job is the one that a task's"
                                + " grant names, or without a grant that of `braid attach --job`; a task without one is a job of its own. What is refused is counted"
                                + " (`local_traffic_refused`) and answered with ICMP's administratively prohibited. It holds for all addresses of a task, by"
                                + " whatever NIC it sends.",
                defaultValue = "same-job",
                live = true)
        LocalTraffic localTraffic,

        @Option(
                doc =
                        "What tasks may send to the uplinks' own addresses, where the host's kernel listens: `answers` to TCP connections that the host opened, and"
                                + " pings; `all`; or `none`. What is refused is counted (`host_traffic_refused`) and answered likewise.",
                defaultValue = "answers",
                live = true)
        HostTrafficRule hostTraffic,

        @Option(
                doc =
                        "The most that each task may send and be sent, unless it is attached with other limits (`--rate-out` and"
                                + " the like). Without this section there are no caps.",
                live = true)
        Optional<LimitsConfig> limits) {
    /** Copies the list, so that the record cannot change. */
    public TasksConfig {
        prefixes = List.copyOf(prefixes);
        allocate = List.copyOf(allocate);
        allow = List.copyOf(allow);
    }
}
