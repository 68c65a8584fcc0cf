/**
 * Tests of Braid as a whole: the real process, started as an operator would, in the lab's namespaces with real programs around it.
 *
 * <p>What went through is judged from outside where that can be, by ping, iperf3 and the kernel's counters; Braid's own report is asked for what only it
 * knows, such as the reason of a drop.
 */
@NullMarked
package io.braid.perf.system;

import org.jspecify.annotations.NullMarked;
