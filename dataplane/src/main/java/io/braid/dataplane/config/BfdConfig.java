package io.braid.dataplane.config;

import java.time.Duration;

/**
 * Detection of a dead link by BFD (RFC 5880).
 *
 * @param interval the time between two control packets, each way
 * @param multiplier how many of them in a row may be lost
 */
public record BfdConfig(
        @Option(doc = "The time between two control packets.", defaultValue = "50ms", range = "10ms..60s", live = true)
        Duration interval,

        @Option(
                doc = "How many packets in a row must be missing before the path is taken as dead.",
                defaultValue = "3",
                range = "2..255",
                live = true)
        int multiplier) {}
