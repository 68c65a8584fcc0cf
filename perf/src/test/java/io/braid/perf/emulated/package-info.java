/** Tests of what the emulated host is told and of how its answers are read; in the package to see the parts. None starts QEMU. */
@NullMarked
package io.braid.perf.emulated;

import org.jspecify.annotations.NullMarked;
