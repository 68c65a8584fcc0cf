/** Tests of the lab of tasks. */
@NullMarked
package io.braid.perf.tasks;

import org.jspecify.annotations.NullMarked;
