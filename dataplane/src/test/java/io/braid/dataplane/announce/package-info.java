/** Tests of what is told to the switches. */
@NullMarked
package io.braid.dataplane.announce;

import org.jspecify.annotations.NullMarked;
