/** Tests of filters, rings, captures and traces. */
@NullMarked
package io.braid.dataplane.look;

import org.jspecify.annotations.NullMarked;
