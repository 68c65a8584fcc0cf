/**
 * Turns a configuration and a host into a request for a placement plan.
 *
 * <p>The package exists because the planner ({@link io.braid.numa.plan}) knows nothing of {@code host.yaml}: what is an
 * uplink there is a NIC with queues here. The dataplane, {@code braid plan} and {@code braid check} all ask through it, so
 * that they get the same answer.
 */
@NullMarked
package io.braid.dataplane.placement;

import org.jspecify.annotations.NullMarked;
