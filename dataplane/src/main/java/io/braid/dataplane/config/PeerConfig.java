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
 */
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
        Optional<BfdConfig> bfd) {}
