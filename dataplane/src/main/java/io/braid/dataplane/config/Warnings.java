package io.braid.dataplane.config;

import java.util.ArrayList;
import java.util.List;

/** Says what a file asks for that this version does not do, so that nobody relies on it. */
final class Warnings {
    private Warnings() {}

    static List<String> of(HostConfig config, Bound bound) {
        var warnings = new ArrayList<String>();
        config.bgp().ifPresent(bgp -> addUplinksWithoutSession(config, bgp, warnings));
        return warnings;
    }

    private static void addUplinksWithoutSession(HostConfig config, BgpConfig bgp, List<String> warnings) {
        if (bgp.peers().stream().anyMatch(PeerConfig::addPath)) {
            return; // one session carries all paths
        }
        for (UplinkConfig uplink : config.uplinks()) {
            if (bgp.peers().stream().noneMatch(peer -> peer.uplink().equals(uplink.name()))) {
                warnings.add("bgp: no peer has uplink " + uplink.name()
                        + ", so no switch sends tasks anything by it; give it one, or one peer add-path: true");
            }
        }
    }
}
