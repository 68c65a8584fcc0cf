/** The devices behind uplinks, punt ports and task ports: opening them, setting them up on both sides, and what their links are doing. */
@NullMarked
package io.braid.dataplane.port;

import org.jspecify.annotations.NullMarked;
