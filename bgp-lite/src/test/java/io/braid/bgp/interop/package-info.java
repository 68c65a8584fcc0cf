/**
 * Other people's BGP implementations as peers, in network namespaces (root): sessions with each of them, and routes over
 * those sessions.
 */
@NullMarked
package io.braid.bgp.interop;

import org.jspecify.annotations.NullMarked;
