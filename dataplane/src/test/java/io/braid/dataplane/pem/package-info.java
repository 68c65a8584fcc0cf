/** Tests of the reader of keys and certificates. */
@NullMarked
package io.braid.dataplane.pem;

import org.jspecify.annotations.NullMarked;
