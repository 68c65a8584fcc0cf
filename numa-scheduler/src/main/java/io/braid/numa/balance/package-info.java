/**
 * Which queue should go to another worker, from what each queue was measured to carry.
 *
 * <p>The package exists so that the decision can be tested on numbers alone: it knows neither ports nor threads. Moves stay within a NUMA node; which node a
 * packet belongs to is the placement plan's affair.
 */
@NullMarked
package io.braid.numa.balance;

import org.jspecify.annotations.NullMarked;
