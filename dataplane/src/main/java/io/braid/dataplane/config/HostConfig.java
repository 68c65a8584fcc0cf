package io.braid.dataplane.config;

import java.util.List;
import java.util.Optional;

/**
 * All that an operator says about a host: the top of {@code host.yaml}.
 *
 * @param host the host's name
 * @param dpdk how DPDK is started
 * @param workers the polling threads
 * @param numa where packets are handled on a host with several CPU sockets
 * @param uplinks the NIC ports
 * @param egress how task traffic is spread over the uplinks
 * @param tasks which addresses tasks may have
 * @param bgp the announcement of task IPs; absent means none
 * @param control the control API
 * @param latency how long packets stay, for whom it is written down
 * @param web metrics and dashboard; absent means off
 * @param log what is logged, and how
 */
public record HostConfig(
        @Option(
                doc = "The host's name in logs, status and metrics. `auto` takes the machine's own.",
                defaultValue = "auto",
                example = "gpu-17")
        HostName host,

        @Option(doc = "How DPDK is started.", defaultValue = "{}")
        DpdkConfig dpdk,

        @Option(doc = "The threads that poll the NICs.", defaultValue = "{}")
        WorkersConfig workers,

        @Option(
                doc =
                        "Where packets are handled on a host with several CPU sockets (NUMA nodes): a mapping, or one word for its `policy`.",
                defaultValue = "{}",
                example = "prefer")
        NumaConfig numa,

        @Option(
                doc = "The NIC ports that Braid drives, in the order shown by `braid status`. A reload adds and removes"
                        + " whole uplinks while the others forward; another setting of one that stays needs a restart.",
                range = "1..8",
                live = true)
        List<UplinkConfig> uplinks,

        @Option(doc = "How the flows that tasks send are spread over the uplinks.", defaultValue = "{}")
        EgressConfig egress,

        @Option(doc = "Which addresses tasks may have, and who may hand them out.")
        TasksConfig tasks,

        @Option(doc = "The announcement of task IPs to the rack switches. Without this section nothing is announced.")
        Optional<BgpConfig> bgp,

        @Option(doc = "The control API, used by the `braid` command.", defaultValue = "{}")
        ControlConfig control,

        @Option(doc = "How long packets stay in the dataplane, as it is measured all the time.", defaultValue = "{}")
        LatencyConfig latency,

        @Option(doc = "Metrics and dashboard over HTTP. Without this section no port is opened.")
        Optional<WebConfig> web,

        @Option(doc = "What is logged, and how.", defaultValue = "{}")
        LogConfig log) {
    /** Copies the list, so that the record cannot change. */
    public HostConfig {
        uplinks = List.copyOf(uplinks);
    }
}
