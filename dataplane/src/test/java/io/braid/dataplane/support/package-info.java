/** Tests of what is gathered for who looks into a fault from afar. */
@NullMarked
package io.braid.dataplane.support;

import org.jspecify.annotations.NullMarked;
