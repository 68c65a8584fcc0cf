/** Tests of the network value types. */
@NullMarked
package io.braid.dataplane.net;

import org.jspecify.annotations.NullMarked;
