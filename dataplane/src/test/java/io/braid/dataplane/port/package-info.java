/** What a host needs of buffers. */
@NullMarked
package io.braid.dataplane.port;

import org.jspecify.annotations.NullMarked;
