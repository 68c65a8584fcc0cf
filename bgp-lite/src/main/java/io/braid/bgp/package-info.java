/** Home of the embedded BGP speaker: codec, sessions, routes, and what joins them, each in a package of its own. */
@NullMarked
package io.braid.bgp;

import org.jspecify.annotations.NullMarked;
