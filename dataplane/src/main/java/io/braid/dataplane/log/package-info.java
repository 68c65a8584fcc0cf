/**
 * How the process logs: which levels, in which form, and not the same thing again and again.
 *
 * <p>Everywhere else {@link java.lang.System.Logger} is all that is known of it; this package alone knows Logback.
 */
@NullMarked
package io.braid.dataplane.log;

import org.jspecify.annotations.NullMarked;
