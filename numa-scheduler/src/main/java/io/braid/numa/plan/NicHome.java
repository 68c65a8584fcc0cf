package io.braid.numa.plan;

import io.braid.numa.topology.NodeSource;
import java.util.Optional;

/**
 * Where a NIC is.
 *
 * @param node its node, or -1
 * @param source how that is known
 * @param assumed the node it is taken to be on: its own, or where it does least harm
 * @param near what of the host is next to it, for people
 */
record NicHome(int node, NodeSource source, int assumed, Optional<String> near) {
    boolean isKnown() {
        return node >= 0;
    }
}
