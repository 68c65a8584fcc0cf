/** Tests of {@code braid perf soak}. */
@NullMarked
package io.braid.perf.soak;

import org.jspecify.annotations.NullMarked;
