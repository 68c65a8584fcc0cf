/**
 * What the commands that measure have in common: checks, repetitions of a measurement, and how both are written for people and for scripts.
 *
 * <p>It exists apart from them so that their figures look alike and that none of them knows another.
 */
@NullMarked
package io.braid.perf.report;

import org.jspecify.annotations.NullMarked;
