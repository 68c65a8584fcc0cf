package io.braid.dataplane.config;

import java.time.Duration;

/**
 * How the flows that tasks send are spread over the uplinks.
 *
 * @param policy how a new flow's uplink is chosen
 * @param flows the number of flows remembered, over all workers
 * @param idleTimeout how long a silent flow is remembered
 */
public record EgressConfig(
        @Option(
                doc = "How a new flow's uplink is chosen: `hash` by a consistent hash of its addresses and ports,"
                        + " `least-loaded` by the"
                        + " uplinks' load, `flowlet` by load again after each pause of the flow.",
                defaultValue = "hash")
        EgressPolicy policy,

        @Option(
                doc = "The number of flows whose uplink is remembered. Further flows are placed by hash.",
                defaultValue = "1048576",
                range = "1024..67108864")
        int flows,

        @Option(doc = "How long a flow without packets is remembered.", defaultValue = "60s", range = "1s..60m")
        Duration idleTimeout) {}
