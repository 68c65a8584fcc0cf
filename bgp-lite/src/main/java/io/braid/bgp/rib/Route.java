package io.braid.bgp.rib;

import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.PathAttributes;

/**
 * All that is said of a task IP by one path; the same for all task IPs of a family, so that they share messages.
 *
 * @param uplink whose path it is
 * @param nextHop where packets are to be sent
 * @param attributes the rest
 */
record Route(int uplink, NextHop nextHop, PathAttributes attributes) {}
