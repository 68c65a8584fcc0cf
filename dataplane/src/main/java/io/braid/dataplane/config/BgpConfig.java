package io.braid.dataplane.config;

import io.braid.dataplane.net.Ipv4Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The announcement of task IPs.
 *
 * @param asn this host's AS number
 * @param routerId this speaker's identifier (RFC 4271, section 4.2; RFC 6286)
 * @param communities communities on every announced route
 * @param holdTime after how long without a word a session counts as lost
 * @param drainWait how long an uplink is announced with GRACEFUL_SHUTDOWN before it is withdrawn (RFC 8326)
 * @param gracefulRestart how long peers are asked to keep the routes in a planned restart (RFC 4724); zero means not at all
 * @param med MULTI_EXIT_DISC of the routes; absent means none
 * @param localPref LOCAL_PREF towards internal peers
 * @param prepend how often the own AS number is said on top
 * @param linkBandwidth whether routes tell the uplink's speed
 * @param mrtFile where all messages are dumped (RFC 6396); absent means nowhere
 * @param mrtLimit the most that the dump may take
 * @param peers the rack switches
 */
public record BgpConfig(
        @Option(doc = "This host's AS number.", range = "1..4294967294", example = "65017")
        long asn,

        @Option(
                doc = "This speaker's identifier: four bytes written as an IPv4 address, unique in the AS and not"
                        + " 0.0.0.0.",
                example = "192.0.2.1")
        Ipv4Address routerId,

        @Option(
                doc = "Communities on every announced route: `no-export`, `no-advertise`, `no-export-subconfed` or"
                        + " `ASN:VALUE`. The default"
                        + " keeps the route inside the rack.",
                defaultValue = "[no-export]",
                range = "0..32",
                live = true)
        List<Community> communities,

        @Option(
                doc =
                        "After how long without a message from the switch a session counts as lost; the smaller one of both"
                                + " sides' is used. BFD notices far sooner.",
                defaultValue = "9s",
                range = "3s..65535s")
        Duration holdTime,

        @Option(
                doc = "How long a drained uplink, and all of them before braid ends, are still announced with the"
                        + " community GRACEFUL_SHUTDOWN (RFC 8326) before the routes are withdrawn: the time the switch"
                        + " takes to move its traffic away.",
                defaultValue = "500ms",
                range = "0s..10m",
                live = true)
        Duration drainWait,

        @Option(
                doc =
                        "How long switches are asked to keep the routes while braid is restarted with `braid run --takeover`"
                                + " (graceful restart, RFC 4724). They then keep them also for so long when braid dies, unless BFD tells"
                                + " them. `0s` asks for nothing.",
                defaultValue = "0s",
                range = "0s..4095s")
        Duration gracefulRestart,

        @Option(
                doc =
                        "MULTI_EXIT_DISC of the announced routes: of several hosts with the same address the lowest is taken."
                                + " Without it none is sent.",
                range = "0..4294967295",
                live = true)
        Optional<Long> med,

        @Option(
                doc = "LOCAL_PREF of the announced routes, towards switches of the same AS.",
                defaultValue = "100",
                range = "0..4294967295",
                live = true)
        long localPref,

        @Option(
                doc = "How often the own AS number is put in front of the path once more, which makes it longer.",
                defaultValue = "0",
                range = "0..16",
                live = true)
        int prepend,

        @Option(
                doc =
                        "Whether each route tells its uplink's speed in a link-bandwidth community, for switches that weigh"
                                + " next hops by it.",
                defaultValue = "false",
                live = true)
        boolean linkBandwidth,

        @Option(
                doc = "Dumps every message of all sessions into this file, for `bgpdump` (MRT, RFC 6396). Without it"
                        + " nothing is dumped.",
                example = "/var/log/braid/bgp.mrt")
        Optional<Path> mrtFile,

        @Option(
                doc =
                        "The largest size of `mrt-file`; when it is reached, the file becomes `mrt-file` with `.old` behind,"
                                + " and a new one begins.",
                defaultValue = "64MiB",
                range = "1MiB..1TiB")
        ByteSize mrtLimit,

        @Option(doc = "The rack switches to announce to.", range = "1..64", live = true)
        List<PeerConfig> peers) {
    /** Copies the lists, so that the record cannot change. */
    public BgpConfig {
        communities = List.copyOf(communities);
        peers = List.copyOf(peers);
    }
}
