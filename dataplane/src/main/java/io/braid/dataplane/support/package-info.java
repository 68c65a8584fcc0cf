/**
 * Gathers what somebody needs who looks into a fault from afar, into one file that may leave the host.
 *
 * <p>It exists apart from the command so that what goes in, how large it may be and what is never in it can be read, and tested, in one place.
 */
@NullMarked
package io.braid.dataplane.support;

import org.jspecify.annotations.NullMarked;
