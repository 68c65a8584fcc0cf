/** The job's programs and its storage, without a lab. */
@NullMarked
package io.braid.perf.job;

import org.jspecify.annotations.NullMarked;
