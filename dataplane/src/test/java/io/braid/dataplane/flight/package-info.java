/** Tests of what the flight recorder is told. */
@NullMarked
package io.braid.dataplane.flight;

import org.jspecify.annotations.NullMarked;
