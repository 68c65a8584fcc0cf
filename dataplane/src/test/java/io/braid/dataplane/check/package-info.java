/** Tests of the host checks, on hosts made of files. */
@NullMarked
package io.braid.dataplane.check;

import org.jspecify.annotations.NullMarked;
