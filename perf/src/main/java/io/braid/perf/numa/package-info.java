/**
 * {@code ./braid perf numa}: what handling packets on the right socket costs and gains, each figure beside a peer of the same run. The command is a list of measurements,
 * each of which adds its own part to the report.
 */
@NullMarked
package io.braid.perf.numa;

import org.jspecify.annotations.NullMarked;
