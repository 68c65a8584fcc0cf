package io.braid.dataplane.config;

import java.util.Optional;

/**
 * The most that each task may send and be sent unless it is attached with other limits.
 *
 * @param rateOut from the task
 * @param rateIn to the task
 * @param packetsOut packets a second from the task
 * @param packetsIn packets a second to the task
 */
public record LimitsConfig(
        @Option(
                doc =
                        "The most a task sends, in bits a second of Ethernet frames. What is more is dropped (`over_cap_out`).",
                range = "1Mbit..400Gbit",
                example = "100Gbit",
                live = true)
        Optional<BitRate> rateOut,

        @Option(
                doc = "The most a task is sent. What is more is dropped (`over_cap_in`).",
                range = "1Mbit..400Gbit",
                example = "100Gbit",
                live = true)
        Optional<BitRate> rateIn,

        @Option(
                doc = "The most packets a second a task sends.",
                range = "100..1000000000",
                example = "5000000",
                live = true)
        Optional<Long> packetsOut,

        @Option(
                doc = "The most packets a second a task is sent.",
                range = "100..1000000000",
                example = "5000000",
                live = true)
        Optional<Long> packetsIn) {}
