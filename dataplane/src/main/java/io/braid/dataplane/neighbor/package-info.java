/** Keeps the gateways on the uplinks resolved: when to ask, whom to believe, and the messages to ask with. */
@NullMarked
package io.braid.dataplane.neighbor;

import org.jspecify.annotations.NullMarked;
