/**
 * Tells the rack switches which task IPs are here and by which uplinks, and takes BFD's and BGP's word on which paths work. Between {@code io.braid.bgp},
 * {@code io.braid.bfd} and the rest of the dataplane, so that neither knows the other.
 */
@NullMarked
package io.braid.dataplane.announce;

import org.jspecify.annotations.NullMarked;
