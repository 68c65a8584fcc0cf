/** Tests of changing the configuration of a running dataplane. */
@NullMarked
package io.braid.dataplane.reload;

import org.jspecify.annotations.NullMarked;
