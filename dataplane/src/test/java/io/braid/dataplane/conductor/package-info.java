/** The conductor's parts, without devices. */
@NullMarked
package io.braid.dataplane.conductor;

import org.jspecify.annotations.NullMarked;
