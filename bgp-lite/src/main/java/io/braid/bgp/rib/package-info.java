/**
 * The routes of a BGP speaker on a host: which task IPs are announced to which peer by which uplinks, what of a peer's
 * routes is believed, and why.
 *
 * <p>It exists apart from sessions so that what may leave the host is decided in one place that has no socket, no clock
 * and no thread of its own: it is told of leases, ports, uplinks, sessions and the time, and asked for messages. {@link
 * io.braid.bgp.rib.Announcements} is the host's own table, {@link io.braid.bgp.rib.AdjRibOut} what one peer is told of
 * it, {@link io.braid.bgp.rib.AdjRibIn} what one peer says.
 *
 * <p>Any thread may call. A table and all that is told of it share one lock, which is held for as long as it takes to
 * mark routes or to put together one message. Callbacks are made with a lock held: they have to hand over and return.
 */
@NullMarked
package io.braid.bgp.rib;

import org.jspecify.annotations.NullMarked;
