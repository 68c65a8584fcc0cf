package io.braid.dataplane.config;

import io.braid.dataplane.net.IpAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A rack switch to announce to.
 *
 * @param address the switch's address, a gateway of the uplink
 * @param asn its AS number
 * @param uplink the name of the uplink that the session runs over
 * @param passwordFile a file with the TCP-MD5 password (RFC 2385); absent means none
 * @param bfd liveness detection; absent means none
 * @param addPath whether the session carries the paths of all uplinks (RFC 7911), not only of its own
 * @param gtsm whether only packets from the link itself are taken (RFC 5082)
 * @param passive whether the switch is waited for rather than connected to
 * @param defaultRoute what its default route is used for
 * @param maxPrefixes how many routes it may announce in a family before the session is ended
 */
@Keyed("address")
public record PeerConfig(
        @Option(doc = "The switch's address: a gateway of the uplink.", example = "192.0.2.0")
        IpAddress address,

        @Option(doc = "The switch's AS number.", range = "1..4294967294", example = "65000")
        long asn,

        @Option(doc = "The name of the uplink that the session runs over.", example = "nic0")
        String uplink,

        @Option(
                doc = "A file with the TCP-MD5 password of the session. Without it there is none.",
                example = "/etc/braid/tor.key")
        Optional<Path> passwordFile,

        @Option(doc = "Detection of a dead link or switch by BFD. Without it only the hold timer tells.")
        Optional<BfdConfig> bfd,

        @Option(
                doc = "Whether this one session carries the paths of all uplinks, each with its own next hop (ADD-PATH,"
                        + " RFC 7911). Otherwise it carries that of its own uplink, and each uplink needs a session.",
                defaultValue = "false")
        boolean addPath,

        @Option(
                doc =
                        "Whether only packets that come from the link itself are taken for the session (GTSM, RFC 5082). The"
                                + " switch has to do the same, since its packets must have a TTL of 255.",
                defaultValue = "false")
        boolean gtsm,

        @Option(doc = "Whether the switch opens the connection and is never connected to.", defaultValue = "false")
        boolean passive,

        @Option(
                doc =
                        "`required`: the uplink is used only while the switch announces a default route over this session."
                                + " `ignored`: no route of the switch matters.",
                defaultValue = "ignored")
        DefaultRouteUse defaultRoute,

        @Option(
                doc = "How many routes the switch may announce in each family; with one more the session is ended.",
                defaultValue = "100",
                range = "1..1000000")
        int maxPrefixes) {}
