/**
 * Peers whose routes are taken care of: sessions ({@link io.braid.bgp.session}) and routes ({@link io.braid.bgp.rib})
 * joined.
 *
 * <p>It exists because neither of those knows the other: sessions know messages but no routes, routes know no session and
 * no clock. Here is the one place that hands what happens in a session to the routes, and what they have to say to the
 * session.
 */
@NullMarked
package io.braid.bgp.speaker;

import org.jspecify.annotations.NullMarked;
