/**
 * The moving parts: workers that poll ports and run the packet graph, and the snapshot through which the conductor tells them what is so.
 *
 * <p>Workers share nothing with the control side but that snapshot, counters they alone write, and rings.
 */
@NullMarked
package io.braid.dataplane.engine;

import org.jspecify.annotations.NullMarked;
