package io.braid.dataplane.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the flows that tasks send are spread over the uplinks.
 *
 * @param policy how a new flow's uplink is chosen
 * @param flows the number of flows that each worker remembers
 * @param idleTimeout how long a silent flow is remembered
 * @param flowletGap the pause after which a flow may change its uplink without being reordered
 * @param rebalance whether a flow may be moved when uplinks stay unevenly loaded
 * @param pinsFile where the flows' uplinks outlive the process
 */
public record EgressConfig(
        @Option(
                doc =
                        "How a new flow's uplink is chosen: `least-loaded` takes the uplink that carries the least, `flowlet` does"
                                + " so again after each pause of the flow longer than `flowlet-gap`, `hash` goes by a consistent hash of"
                                + " its addresses and ports. A flow keeps its uplink under each of them.",
                defaultValue = "least-loaded",
                live = true)
        EgressPolicy policy,

        @Option(
                doc =
                        "The number of flows whose uplink each worker remembers, at 64 bytes for an IPv4 flow and 128 for an IPv6"
                                + " flow. Further flows go by hash.",
                defaultValue = "1048576",
                range = "1024..67108864")
        int flows,

        @Option(
                doc =
                        "How long a flow without packets is remembered. A TCP connection that ended, or never got beyond its first"
                                + " packet, is forgotten within seconds.",
                defaultValue = "60s",
                range = "1s..60m",
                live = true)
        Duration idleTimeout,

        @Option(
                doc =
                        "A flow that paused for so long may change its uplink, because all its packets have arrived: longer than the"
                                + " delay of one uplink can exceed another's.",
                defaultValue = "50ms",
                range = "1ms..10s",
                live = true)
        Duration flowletGap,

        @Option(
                doc =
                        "Whether one flow at a time may move, in a pause of `flowlet-gap`, when uplinks stay unevenly loaded. Not with"
                                + " policy `hash`.",
                defaultValue = "true",
                live = true)
        boolean rebalance,

        @Option(
                doc =
                        "The file in which the uplinks of flows outlive a restart: written when braid ends, read and removed when it"
                                + " starts. Without this option it lies beside `control.socket`, with the ending `.pins`.")
        Optional<Path> pinsFile) {}
