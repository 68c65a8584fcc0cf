/** The resolver's every transition and its frames' every byte, without time or network. */
@NullMarked
package io.braid.dataplane.neighbor;

import org.jspecify.annotations.NullMarked;
