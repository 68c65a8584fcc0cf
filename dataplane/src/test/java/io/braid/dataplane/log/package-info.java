/** Tests of what is logged and how. */
@NullMarked
package io.braid.dataplane.log;

import org.jspecify.annotations.NullMarked;
