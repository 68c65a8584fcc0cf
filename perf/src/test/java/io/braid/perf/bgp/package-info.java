/** Tests of what the BGP lab measures and tells; in the package to see the parts. */
@NullMarked
package io.braid.perf.bgp;

import org.jspecify.annotations.NullMarked;
