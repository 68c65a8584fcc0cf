/** Tests of what reports are made of. */
@NullMarked
package io.braid.perf.report;

import org.jspecify.annotations.NullMarked;
