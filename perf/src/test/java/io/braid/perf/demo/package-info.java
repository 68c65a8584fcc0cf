/** Tests of what the demo writes, and of the demo itself. */
@NullMarked
package io.braid.perf.demo;

import org.jspecify.annotations.NullMarked;
