/** Tests of the dashboard in a real browser. */
@NullMarked
package io.braid.perf.dashboard;

import org.jspecify.annotations.NullMarked;
