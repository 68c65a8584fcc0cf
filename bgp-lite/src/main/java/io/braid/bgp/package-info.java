/** Home of the embedded BGP speaker and BFD. Nothing is implemented yet: Braid announces no routes, and says so when its configuration asks for it. */
@NullMarked
package io.braid.bgp;

import org.jspecify.annotations.NullMarked;
