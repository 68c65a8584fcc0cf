/**
 * {@code braid perf}: measurements that anybody can repeat, each with a peer in the same run.
 */
@NullMarked
package io.braid.perf.bench;

import org.jspecify.annotations.NullMarked;
