/** The evaluation's report without a lab, and its quickest rows in one. */
@NullMarked
package io.braid.perf.evaluate;

import org.jspecify.annotations.NullMarked;
