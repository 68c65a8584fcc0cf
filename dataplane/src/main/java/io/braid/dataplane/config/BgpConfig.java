package io.braid.dataplane.config;

import io.braid.dataplane.net.Ipv4Address;
import java.util.List;

/**
 * The announcement of task IPs.
 *
 * @param asn this host's AS number
 * @param routerId this speaker's identifier (RFC 4271, section 4.2; RFC 6286)
 * @param communities communities on every announced route
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
                range = "0..32")
        List<Community> communities,

        @Option(doc = "The rack switches to announce to.", range = "1..64")
        List<PeerConfig> peers) {
    /** Copies the lists, so that the record cannot change. */
    public BgpConfig {
        communities = List.copyOf(communities);
        peers = List.copyOf(peers);
    }
}
