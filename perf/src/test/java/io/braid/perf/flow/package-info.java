/** Tests of the figures about flows: that they are what the methods promise, and that reports show them. */
@NullMarked
package io.braid.perf.flow;

import org.jspecify.annotations.NullMarked;
