/**
 * {@code braid lab evaluate}: what a training job gains, row by row: its traffic over one NIC, as a host does without Braid, beside the same traffic over
 * four with Braid, in labs of their own with real processes and, on Braid's side, real BGP.
 *
 * <p>A row is a class ({@link Row}) that knows what is measured and what figures are to be reached; labs, the table, the JSON and the page are apart from it.
 */
@NullMarked
package io.braid.perf.evaluate;

import org.jspecify.annotations.NullMarked;
